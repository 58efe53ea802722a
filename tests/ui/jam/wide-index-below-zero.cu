//@ emit: cuda
//@ run: cpu
// A 64-bit index that begins below zero: thread numbers are unsigned in CUDA.
#include <stdio.h>

#define N 100

int a[N + 3];

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

// wide-index-below-zero.c:14: kernel count
__global__ void count(int *__restrict__ a)
{
    for (long i = (long)threadIdx.x * 2 - 3; i < N; i += 42) {
        #pragma unroll
        for (int u = 0; u < 3; u++) {
            if (i + 14 * u < N)
                a[i + 14 * u + 3] = (int)(i + 14 * u) * 5;
        }
    }
}

int main(void)
{
    long i;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "wide-index-below-zero.c:13: global alloc a[*] clear");
    hicuda_check(cudaMemset(d_a, 0, sizeof a), "wide-index-below-zero.c:13: global alloc a[*] clear");
    count<<<1, 7>>>(d_a);
    hicuda_launched(cudaGetLastError(), "wide-index-below-zero.c:14: kernel count tblock(1) thread(7)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "wide-index-below-zero.c:19: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "wide-index-below-zero.c:20: global free a");
    int sum = 0;
    for (i = 0; i < N + 3; i++)
        sum = sum * 3 + a[i];
    printf("%d\n", sum);
    return 0;
}
