//@ run: cpu h200
// A constant that all lanes want, and constants that each lane wants its own
// of; branches that part a warp, and branches that follow its edges.
#include <stdio.h>

#define N 256

__constant__ int table[32];

__global__ void one_for_all(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = table[blockIdx.x];
}

__global__ void one_each(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = table[i % 32];
}

__global__ void odd_and_even(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 2)
        out[i] = 3 * i;
    else
        out[i] = i / 2;
}

__global__ void warp_by_warp(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i / 32 % 2)
        out[i] = 3 * i;
    else
        out[i] = i / 2;
}

static int host[32], back[N];

static int sum(const int *out)
{
    int sum = 0;
    cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        sum += back[i];
    return sum;
}

int main(void)
{
    int *out;
    for (int i = 0; i < 32; i++)
        host[i] = i * i;
    cudaMalloc((void **)&out, sizeof back);
    cudaMemcpyToSymbol(table, host, sizeof host);
    one_for_all<<<N / 64, 64>>>(out);
    printf("%d", sum(out));
    one_each<<<N / 64, 64>>>(out);
    printf(" %d", sum(out));
    odd_and_even<<<N / 64, 64>>>(out);
    printf(" %d", sum(out));
    warp_by_warp<<<N / 64, 64>>>(out);
    printf(" %d\n", sum(out));
    cudaFree(out);
    return 0;
}
