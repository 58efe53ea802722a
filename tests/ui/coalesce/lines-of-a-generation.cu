//@ coalesce: diff
// nvcc reads kernels with `__CUDA_ARCH__`: what only the host's pass reads is not taken for the kernel, and where
// generations have lines of their own, another text for one of them would be wrong for the others.
#include <stdio.h>

#ifdef __CUDA_ARCH__
#define STRIDE 32
#else
#define STRIDE 1
#endif

__global__ void strided(float *a)
{
    a[(blockIdx.x * blockDim.x + threadIdx.x) * STRIDE] = 1;
}

__global__ void rows(float *sums, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
#if __CUDA_ARCH__ >= 700
    for (int j = 0; j < n; j++)
        sum += a[i * n + j];
#else
    for (int j = 0; j < n; j++)
        sum -= a[i * n + j];
#endif
    sums[i] = sum;
}

int main()
{
    float *a, *sums, found;
    cudaMalloc(&a, 256 * 256 * sizeof(float));
    cudaMalloc(&sums, 256 * 32 * sizeof(float));
    strided<<<1, 256>>>(sums);
    cudaMemset(a, 0, 256 * 256 * sizeof(float));
    rows<<<1, 256>>>(sums, a, 256);
    cudaMemcpy(&found, sums, sizeof found, cudaMemcpyDeviceToHost);
    printf("%g\n", found);
    cudaFree(a);
    cudaFree(sums);
    return 0;
}
