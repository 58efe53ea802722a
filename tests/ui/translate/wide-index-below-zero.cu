//@ emit: cuda
//@ run: cpu
// A 64-bit index that starts below zero and counts down, beside the unsigned grid.
#include <stdio.h>

#define N 40

static int depth[N];

#include <stdlib.h>

// A failed CUDA call ends the program and names the directive behind it.
static void hicuda_check(cudaError_t status, const char *directive)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", directive, cudaGetErrorString(status));
        if ((status == cudaErrorIllegalAddress || status == cudaErrorLaunchFailure) && !getenv("WARPLOOM_SYNC"))
            fprintf(stderr, "a kernel failed before that: WARPLOOM_SYNC=1 in the environment shows which\n");
        exit(EXIT_FAILURE);
    }
}

// The host goes on while a kernel runs. What fails in the kernel is reported by the next transfer,
// or here if the program runs with WARPLOOM_SYNC=1.
static void hicuda_launched(cudaError_t status, const char *directive)
{
    if (status == cudaSuccess && getenv("WARPLOOM_SYNC"))
        status = cudaDeviceSynchronize();
    hicuda_check(status, directive);
}

// wide-index-below-zero.c:15: kernel sink
__global__ void sink(int *__restrict__ depth, long below)
{
    for (long level = -2 - (long)blockIdx.x * 4 * 3 - threadIdx.x * 3; level > below; level -= gridDim.x * 4 * 3)
        depth[level + N] = level;
}

int main(void)
{
    long below = -N;
    int blocks = 3;
    int *d_depth;
    hicuda_check(cudaMalloc((void **)&d_depth, sizeof depth), "wide-index-below-zero.c:14: global alloc depth[*] clear");
    hicuda_check(cudaMemset(d_depth, 0, sizeof depth), "wide-index-below-zero.c:14: global alloc depth[*] clear");
    if (blocks > 0) {
        sink<<<blocks, 4>>>(d_depth, below);
        hicuda_launched(cudaGetLastError(), "wide-index-below-zero.c:15: kernel sink tblock(blocks) thread(4)");
    }
    hicuda_check(cudaMemcpy(depth, d_depth, sizeof depth, cudaMemcpyDeviceToHost), "wide-index-below-zero.c:20: global copyout depth[*]");
    hicuda_check(cudaFree(d_depth), "wide-index-below-zero.c:21: global free depth");
    for (int i = 0; i < N; i++)
        printf("%d%c", depth[i], i % 10 == 9 ? '\n' : ' ');
    return 0;
}
