error[E0861]: OpenCL C has no function `__shfl_down_sync`
 --> not-in-opencl.cu:5:23
  |
5 |     a[threadIdx.x] += __shfl_down_sync(0xffffffffu, a[threadIdx.x], 16);
  |                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: write it in C, in a function that the kernel calls, or use `--target cuda` or `cpu`

1 error; see `warploom explain E0861`
