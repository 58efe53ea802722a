//@ emit: cuda cpu
//@ run: cpu
// One iteration per block.
#include <stdio.h>

#define N 12

int a[N];

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

// block-only.c:13: kernel number
__global__ void number(int *__restrict__ a)
{
    int i = blockIdx.x;
    a[i] += i;
}

int main(void)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "block-only.c:12: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "block-only.c:12: global alloc a[*] copyin");
    number<<<12, 1>>>(d_a);
    hicuda_launched(cudaGetLastError(), "block-only.c:13: kernel number tblock(12) thread(1)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "block-only.c:18: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "block-only.c:19: global free a");
    for (int i = 0; i < N; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
