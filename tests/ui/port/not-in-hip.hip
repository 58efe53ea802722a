error[E0870]: HIP has no header `cuda_pipeline.h`
 --> not-in-hip.cu:3:10
  |
3 | #include <cuda_pipeline.h>
  |          ^^^^^^^^^^^^^^^^^
  |
  = help: write it in another way, or leave it to NVIDIA's GPUs by `#ifdef __CUDACC__`

error[E0870]: HIP has no `__pipeline_wait_prior`
 --> not-in-hip.cu:7:5
  |
7 |     __pipeline_wait_prior(0);
  |     ^^^^^^^^^^^^^^^^^^^^^
  |
  = help: write it in another way, or leave it to NVIDIA's GPUs by `#ifdef __CUDACC__`

warning[W1171]: `__CUDA_ARCH__` is not defined where the program is compiled for AMD's GPUs
 --> not-in-hip.cu:8:5
  |
8 | #if __CUDA_ARCH__ >= 700
  |     ^^^^^^^^^^^^^
  |
  = help: ask for `__HIP_PLATFORM_AMD__` first

error[E0870]: HIP has no `__nanosleep`
 --> not-in-hip.cu:9:5
  |
9 |     __nanosleep(v);
  |     ^^^^^^^^^^^
  |
  = help: write it in another way, or leave it to NVIDIA's GPUs by `#ifdef __CUDACC__`

error[E0870]: HIP has no `__reduce_add_sync`
  --> not-in-hip.cu:11:26
   |
11 |     flags[threadIdx.x] = __reduce_add_sync(~0u, v);
   |                          ^^^^^^^^^^^^^^^^^
   |
   = help: write it in another way, or leave it to NVIDIA's GPUs by `#ifdef __CUDACC__`

4 errors, 1 warning; see `warploom explain E0870`
