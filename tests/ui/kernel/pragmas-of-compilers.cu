//@ run: cpu
//@ emit: cuda cpu
// A compiler's hint must stand above a loop, and is about the loop as it was written: it goes from kernels and from what recipes change.
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

// pragmas-of-compilers.c:14: kernel k
__global__ void k(int *__restrict__ a)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    #pragma unroll
    for (int j = 0; j < 4; j++)
        a[i] += j;
}

int main(void)
{
    int a[64];
#pragma GCC ivdep
    for (int i = 0; i < 64; i++)
        a[i] = i;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "pragmas-of-compilers.c:12: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "pragmas-of-compilers.c:12: global alloc a[*] copyin");
    k<<<2, 32>>>(d_a);
    hicuda_launched(cudaGetLastError(), "pragmas-of-compilers.c:14: kernel k tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "pragmas-of-compilers.c:24: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "pragmas-of-compilers.c:25: global free a");
    for (int i = 0; i < 64; i++)
        a[i] += 2;
    {
        for (int i = 0; i < 1; i++)
            a[i] *= 3;
        for (int i = 1; i < 64; i += 3) {
            a[i] *= 3;
            a[i + 1] *= 3;
            a[i + 2] *= 3;
        }
    }
    printf("%d %d\n", a[5], a[63]);
    return 0;
}
