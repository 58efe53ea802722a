//@ run: cpu sim
// The same in a program that is C but for its kernels.
#include <stdio.h>

__host__ __device__ int f(void)
{
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 0;
#endif
}

__global__ void k(int *a)
{
    *a = f();
}

int main(void)
{
    int *a, found;
    cudaMalloc((void **)&a, sizeof found);
    k<<<1, 1>>>(a);
    cudaMemcpy(&found, a, sizeof found, cudaMemcpyDeviceToHost);
    printf("%d %d\n", found, f());
    cudaFree(a);
    return 0;
}
