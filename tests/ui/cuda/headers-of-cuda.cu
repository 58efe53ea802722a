// CUDA's headers are served in CUDA files: what they declare is known anyway.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <math_constants.h>
#include <vector_types.h>

__global__ void fill(float *a, float4 f)
{
    a[threadIdx.x] = CUDART_PI_F * f.x;
}

int main(void)
{
    float *a = NULL;
    dim3 grid;
    cudaMalloc(&a, 64 * sizeof(float));
    memset(&grid, 0, sizeof grid);
    fill<<<grid, dim3(64)>>>(a, make_float4(1, 2, 3, 4));
    return cudaDeviceSynchronize() == cudaSuccess ? EXIT_SUCCESS : EXIT_FAILURE;
}
