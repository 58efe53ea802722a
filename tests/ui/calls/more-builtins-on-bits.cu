//@ emit: cuda
//@ run: cpu
// Builtins that become more than another name.
#include <stdio.h>

unsigned long long a[64];
long out[64];

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

// more-builtins-on-bits.c:15: kernel count
__global__ void count(long *__restrict__ out, const unsigned long long *__restrict__ a)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    out[i] = __ffs((unsigned int)(a[i] | 65536)) - 1 + 100 * (__ffsll(a[i] | 1ull << 63) - 1);
    out[i] += __ffs((int)a[i]) - __ffsll((long long)a[i]) * (__popc((unsigned int)a[i]) & 1);
    out[i] += __byte_perm((unsigned int)a[i], 0, 291) + __clzll((unsigned long)(a[i] | 1)) * (__popcll(a[i]) & 1);
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i * 0x9e3779b97f4a7c15ull;
    unsigned long long *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "more-builtins-on-bits.c:13: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "more-builtins-on-bits.c:13: global alloc a[*] copyin");
    long *d_out;
    hicuda_check(cudaMalloc((void **)&d_out, sizeof out), "more-builtins-on-bits.c:14: global alloc out[*]");
    count<<<2, 32>>>(d_out, d_a);
    hicuda_launched(cudaGetLastError(), "more-builtins-on-bits.c:15: kernel count tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost), "more-builtins-on-bits.c:23: global copyout out[*]");
    hicuda_check(cudaFree(d_a), "more-builtins-on-bits.c:24: global free a out");
    hicuda_check(cudaFree(d_out), "more-builtins-on-bits.c:24: global free a out");
    unsigned long sum = 0;
    for (int i = 0; i < 64; i++)
        sum = sum * 31 + out[i];
    printf("%lu\n", sum);
    return 0;
}
