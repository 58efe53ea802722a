error[E0861]: the OpenCL target has no `cudaExtent`
 --> not-in-opencl-host.cu:7:5
  |
7 |     cudaExtent size = make_cudaExtent(4, 4, 4);
  |     ^^^^^^^^^^
  |
  = help: write it in another way, or use `--target hip` or `cpu`

1 error; see `warploom explain E0861`
