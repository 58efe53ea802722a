//@ emit: cuda hip
// Sizes that only the run knows are tested where they may be more than a grid has, or than an unsigned number holds.
static float a[1000];

#include <stdio.h>
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

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
}

// grid-that-is-too-large.c:8: kernel outer
__global__ void outer(float *__restrict__ a)
{
    a[0] = 0;
}

// grid-that-is-too-large.c:11: kernel wide
__global__ void wide(float *__restrict__ a)
{
    a[0] = 0;
}

// grid-that-is-too-large.c:14: kernel joined
__global__ void joined(float *__restrict__ a)
{
    a[0] = 0;
}

// grid-that-is-too-large.c:17: kernel plain
__global__ void plain(float *__restrict__ a)
{
    a[0] = 0;
}

void f(int rows, long many, int x, int y, int z)
{
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "grid-that-is-too-large.c:7: global alloc a[*]");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "grid-that-is-too-large.c:7: global alloc a[*]");
    hicuda_require((rows > 0 ? rows : 1) <= 65535, "grid-that-is-too-large.c:8: kernel outer tblock(rows, 4) thread(32): a grid has at most 65535 blocks in an outer dimension; write fewer into tblock");
    outer<<<dim3(4, rows > 0 ? rows : 1), 32>>>(d_a);
    hicuda_launched(cudaGetLastError(), "grid-that-is-too-large.c:8: kernel outer tblock(rows, 4) thread(32)");
    hicuda_require((many > 0 ? many : 1) <= 2147483647, "grid-that-is-too-large.c:11: kernel wide tblock(many) thread(32): a grid has at most 2147483647 blocks; write fewer into tblock");
    wide<<<many > 0 ? many : 1, 32>>>(d_a);
    hicuda_launched(cudaGetLastError(), "grid-that-is-too-large.c:11: kernel wide tblock(many) thread(32)");
    hicuda_require((x > 0 ? x : 1) <= 2147483647 / (y > 0 ? y : 1) / (z > 0 ? z : 1), "grid-that-is-too-large.c:14: kernel joined tblock(2, x, y, z) thread(32): a grid has at most 2147483647 blocks; write fewer into tblock");
    joined<<<dim3((x > 0 ? x : 1) * (y > 0 ? y : 1) * (z > 0 ? z : 1), 2), 32>>>(d_a);
    hicuda_launched(cudaGetLastError(), "grid-that-is-too-large.c:14: kernel joined tblock(2, x, y, z) thread(32)");
    plain<<<x > 0 ? x : 1, 32>>>(d_a);
    hicuda_launched(cudaGetLastError(), "grid-that-is-too-large.c:17: kernel plain tblock(x) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "grid-that-is-too-large.c:20: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "grid-that-is-too-large.c:21: global free a");
}
