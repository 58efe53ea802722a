error[E0861]: the OpenCL target has no `cudaMallocManaged`
 --> not-in-opencl-host.cu:8:5
  |
8 |     cudaMallocManaged(&a, sizeof *a);
  |     ^^^^^^^^^^^^^^^^^
  |
  = help: write it in another way, or use `--target hip` or `cpu`

1 error; see `warploom explain E0861`
