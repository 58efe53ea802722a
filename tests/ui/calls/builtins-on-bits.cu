//@ emit: cuda
//@ run: cpu
// gcc's builtins on bits, in a kernel and in what it calls: every target has them under some name.
#include <stdio.h>

unsigned a[64];
int out[64];

static int length(unsigned x)
{
    return 32 - __builtin_clz(x | 1);
}

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

__device__ static int length_device(unsigned int x)
{
    return 32 - __clz(x | 1);
}

// builtins-on-bits.c:20: kernel count
__global__ void count(int *__restrict__ out, const unsigned int *__restrict__ a)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    out[i] = __popc(a[i]) + length_device(a[i]);
    if (out[i] > 40)
        out[i] += __popcll(a[i] * 77ull);
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i * 2654435761u;
    unsigned int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "builtins-on-bits.c:18: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "builtins-on-bits.c:18: global alloc a[*] copyin");
    int *d_out;
    hicuda_check(cudaMalloc((void **)&d_out, sizeof out), "builtins-on-bits.c:19: global alloc out[*]");
    count<<<2, 32>>>(d_out, d_a);
    hicuda_launched(cudaGetLastError(), "builtins-on-bits.c:20: kernel count tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost), "builtins-on-bits.c:28: global copyout out[*]");
    hicuda_check(cudaFree(d_a), "builtins-on-bits.c:29: global free a out");
    hicuda_check(cudaFree(d_out), "builtins-on-bits.c:29: global free a out");
    unsigned sum = 0;
    for (int i = 0; i < 64; i++)
        sum = sum * 31 + out[i];
    printf("%u %d\n", sum, length(sum));
    return 0;
}
