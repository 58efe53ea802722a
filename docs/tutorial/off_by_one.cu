// One thread too many writes: the mistake of every first kernel.
#include <stdio.h>

__global__ void fill(int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        a[i] = i;
}

int main(void)
{
    int n = 1000, *a;
    cudaMalloc(&a, n * sizeof(int));
    fill<<<4, 256>>>(a, n);
    cudaDeviceSynchronize();
    cudaFree(a);
    return 0;
}
