//@ run: cpu h200 g80
// The ladder of reductions: lanes that part, banks that conflict, neither;
// each thread adds before it stores; a warp needs no barrier; no shared memory
// in a warp at all.
#include <stdio.h>

#define N 1024
#define BLOCK 128

__global__ void interleaved_lanes(int *out, const int *in)
{
    __shared__ int part[BLOCK];
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int s = 1; s < BLOCK; s *= 2) {
        if (t % (2 * s) == 0)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = part[0];
}

__global__ void interleaved_words(int *out, const int *in)
{
    __shared__ int part[BLOCK];
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int s = 1; s < BLOCK; s *= 2) {
        int at = 2 * s * t;
        if (at < BLOCK)
            part[at] += part[at + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = part[0];
}

__global__ void halves(int *out, const int *in)
{
    __shared__ int part[BLOCK];
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = part[0];
}

__global__ void add_first(int *out, const int *in)
{
    __shared__ int part[BLOCK];
    int t = threadIdx.x;
    part[t] = in[blockIdx.x * 2 * BLOCK + t] + in[blockIdx.x * 2 * BLOCK + BLOCK + t];
    __syncthreads();
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        if (t < s)
            part[t] += part[t + s];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = part[0];
}

__global__ void shuffles(int *out, const int *in)
{
    __shared__ int part[BLOCK / 32];
    int t = threadIdx.x, sum = 0;
    for (int i = blockIdx.x * BLOCK + t; i < N; i += gridDim.x * BLOCK)
        sum += in[i];
    for (int s = 16; s > 0; s /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, s);
    if (t % 32 == 0)
        part[t / 32] = sum;
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < BLOCK / 32; w++)
            sum += part[w];
        out[blockIdx.x] = sum;
    }
}

static int host[N], back[N / BLOCK];

static int total(int *out, int blocks)
{
    int sum = 0;
    cudaMemcpy(back, out, blocks * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < blocks; i++)
        sum += back[i];
    return sum;
}

int main(void)
{
    int *in, *out, expected = 0, wrong = 0;
    for (int i = 0; i < N; i++)
        expected += host[i] = i % 17;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof back);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    interleaved_lanes<<<N / BLOCK, BLOCK>>>(out, in);
    wrong += total(out, N / BLOCK) != expected;
    interleaved_words<<<N / BLOCK, BLOCK>>>(out, in);
    wrong += total(out, N / BLOCK) != expected;
    halves<<<N / BLOCK, BLOCK>>>(out, in);
    wrong += total(out, N / BLOCK) != expected;
    add_first<<<N / BLOCK / 2, BLOCK>>>(out, in);
    wrong += total(out, N / BLOCK / 2) != expected;
    shuffles<<<2, BLOCK>>>(out, in);
    wrong += total(out, 2) != expected;
    cudaFree(in);
    cudaFree(out);
    printf("%d wrong\n", wrong);
    return wrong;
}
