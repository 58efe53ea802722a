//@ raise: c
//@ run: sim
// A tree of sums in memory that the launch sizes, with a bound that every thread computes.
#include <stdio.h>

__global__ void block_sums(int *sums, const int *a, int n)
{
    extern __shared__ int s[];
    unsigned tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    if (blockIdx.x > 100)
        return;
    s[tid] = i < n ? a[i] : 0;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half >>= 1) {
        if (tid < half)
            s[tid] += s[tid + half];
        __syncthreads();
    }
    if (tid == 0)
        atomicAdd(sums, s[0]);
}

int main(int argc, char **argv)
{
    int a[500], *d_a, *d_sums, sum = 0, threads = argc > 1 ? 32 : 64;
    for (int i = 0; i < 500; i++)
        a[i] = i;
    cudaMalloc(&d_a, sizeof a);
    cudaMalloc(&d_sums, sizeof(int));
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemset(d_sums, 0, sizeof(int));
    block_sums<<<(500 + threads - 1) / threads, threads, threads * sizeof(int)>>>(d_sums, d_a, 500);
    cudaMemcpy(&sum, d_sums, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    return 0;
}
