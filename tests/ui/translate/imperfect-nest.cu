//@ emit: cuda cpu
//@ run: cpu
// Rows over blocks, columns over threads, and a value per row in between.
#include <stdio.h>

int a[6][40], b[6];

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

// imperfect-nest.c:12: kernel rows
__global__ void rows(int (*__restrict__ a)[40], int *__restrict__ b)
{
    int i = blockIdx.x;
    int start = i * 100;
    for (int j = threadIdx.x; j < 40; j += 32)
        a[i][j] = start + j;
    b[i] = start;
}

int main(void)
{
    int (*d_a)[40];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "imperfect-nest.c:10: global alloc a[*][*]");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "imperfect-nest.c:11: global alloc b[*]");
    rows<<<6, 32>>>(d_a, d_b);
    hicuda_launched(cudaGetLastError(), "imperfect-nest.c:12: kernel rows tblock(6) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "imperfect-nest.c:22: global copyout a[*][*]");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "imperfect-nest.c:23: global copyout b[*]");
    hicuda_check(cudaFree(d_a), "imperfect-nest.c:24: global free a b");
    hicuda_check(cudaFree(d_b), "imperfect-nest.c:24: global free a b");
    printf("%d %d %d\n", a[0][0], a[5][39], b[5]);
    return 0;
}
