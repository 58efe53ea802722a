//@ run: cpu
// What the lanes of a warp can do together, in blocks with a warp that is not
// full.
#include <stdio.h>

#define THREADS 80

__global__ void exchange(int *out)
{
    int i = threadIdx.x;
    unsigned all = i < 64 ? 0xffffffffu : 0xffffu;
    int *mine = out + 12 * i;
    mine[0] = __shfl_sync(all, i * i, 3);
    mine[1] = __shfl_up_sync(all, i, 2);
    mine[2] = __shfl_down_sync(all, i, 1, 8);
    mine[3] = __shfl_xor_sync(all, i, 5);
    mine[4] = (int)__ballot_sync(all, i % 3 == 0);
    mine[5] = __any_sync(all, i == 40) * 2 + __all_sync(all, i < 70);
    mine[6] = (int)__match_any_sync(all, i / 4);
    mine[7] = __syncthreads_count(i % 2);
    mine[8] = __syncthreads_and(i < 80) * 2 + __syncthreads_or(i == 7);
    double half = __shfl_sync(all, i * 0.5, 9);
    mine[9] = (int)(2 * half);
    // Only some lanes, by a mask of theirs.
    mine[10] = 0;
    if (i % 2 == 0 && i < 64) {
        mine[10] = __shfl_xor_sync(0x55555555u, i, 2);
        __syncwarp(0x55555555u);
    }
    long long wide = __shfl_down_sync(all, 1LL << 40 | i, 1);
    mine[11] = (int)(wide >> 40) * 1000 + (int)wide;
}

__global__ void sums(const float *a, float *out, int n)
{
    extern __shared__ float parts[];
    __shared__ int arrived;
    if (threadIdx.x == 0)
        arrived = 0;
    __syncthreads();
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += a[i];
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (threadIdx.x % warpSize == 0) {
        parts[threadIdx.x / warpSize] = sum;
        atomicAdd(&arrived, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < arrived; w++)
            sum += parts[w];
        *out = sum;
    }
}

int main(void)
{
    static int out[12 * THREADS];
    int *d_out;
    cudaMalloc(&d_out, sizeof out);
    exchange<<<1, THREADS>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < THREADS; i += 13) {
        for (int k = 0; k < 12; k++)
            printf("%x ", (unsigned)out[12 * i + k]);
        printf("\n");
    }
    cudaFree(d_out);

    float a[1000], sum, *d_a, *d_sum;
    for (int i = 0; i < 1000; i++)
        a[i] = i % 8;
    cudaMalloc(&d_a, sizeof a);
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    sums<<<1, 128, 4 * sizeof(float)>>>(d_a, d_sum, 1000);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%g\n", sum);
    cudaFree(d_a);
    cudaFree(d_sum);
    return sum != 3500;
}
