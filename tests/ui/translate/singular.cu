//@ emit: cuda cpu
//@ run: cpu
// Thread 0 of each block works alone; the others wait for it at the barrier.
#include <stdio.h>

int first[4], a[4][32];

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

// singular.c:12: kernel rows
__global__ void rows(int *__restrict__ first, int (*__restrict__ a)[32])
{
    __shared__ int start[1];
    int i = blockIdx.x;
    if (threadIdx.x == 0) {
        start[0] = i * 1000;
        first[i] = start[0];
    }
    __syncthreads();
    int j = threadIdx.x;
    a[i][j] = start[0] + j;
}

int main(void)
{
    int *d_first;
    hicuda_check(cudaMalloc((void **)&d_first, sizeof first), "singular.c:10: global alloc first[*]");
    int (*d_a)[32];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "singular.c:11: global alloc a[*][*]");
    rows<<<4, 32>>>(d_first, d_a);
    hicuda_launched(cudaGetLastError(), "singular.c:12: kernel rows tblock(4) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "singular.c:28: global copyout a[*][*]");
    hicuda_check(cudaMemcpy(first, d_first, sizeof first, cudaMemcpyDeviceToHost), "singular.c:29: global copyout first[*]");
    hicuda_check(cudaFree(d_a), "singular.c:30: global free a first");
    hicuda_check(cudaFree(d_first), "singular.c:30: global free a first");
    printf("%d %d\n", a[3][31], first[2]);
    return 0;
}
