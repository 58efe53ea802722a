//@ raise: c
//@ run: sim
// The threads of the whole grid share the iterations of one loop.
#include <stdio.h>

__global__ void squares(int *a, int n)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        a[i] = i * i;
}

__global__ void sums(int *partial, const int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = i, sum = 0;
    while (i < n) {
        sum += a[i];
        i += blockDim.x * gridDim.x;
    }
    partial[at] = sum;
}

int main(void)
{
    int *a, *partial, sum[64], all = 0;
    cudaMalloc(&a, 1000 * sizeof(int));
    cudaMalloc(&partial, sizeof sum);
    squares<<<2, 32>>>(a, 1000);
    sums<<<2, 32>>>(partial, a, 1000);
    cudaMemcpy(sum, partial, sizeof sum, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        all += sum[i] % 1001;
    printf("%d\n", all);
    cudaFree(a);
    cudaFree(partial);
    return 0;
}
