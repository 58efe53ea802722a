//@ emit: cuda cpu
//@ run: cpu
//@ flags: -DHEAVY -DN=40
// Loops in macros, conditional lines inside a region, a file that is included.
#include <stdio.h>
#include "include/stencil-loop.h"
#include "include/weights.c"

float a[N + 2], b[N], c[N];

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

__device__ static float weight_device(int k)
{
    return 2.0f * k;
}

// macros-and-includes.c:18: kernel both
__global__ void both(const float *__restrict__ a, float *__restrict__ b, float *__restrict__ c)
{
    int i = blockIdx.x * 8 + threadIdx.x;
    float s = 0;
    for (int k = 0; k < 3; k++)
        s += a[i + k];
    b[i] = s;
    b[i] *= 2;
    c[i] = weight_device(i) + b[i];
}

int main(void)
{
    FOR_ALL(i, N + 2)
        a[i] = i % 9;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "macros-and-includes.c:15: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "macros-and-includes.c:15: global alloc a[*] copyin");
    float *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "macros-and-includes.c:16: global alloc b[*]");
    float *d_c;
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "macros-and-includes.c:17: global alloc c[*]");
    both<<<5, 8>>>(d_a, d_b, d_c);
    hicuda_launched(cudaGetLastError(), "macros-and-includes.c:18: kernel both tblock(5) thread(8)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "macros-and-includes.c:31: global copyout b[*]");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "macros-and-includes.c:32: global copyout c[*]");
    hicuda_check(cudaFree(d_a), "macros-and-includes.c:33: global free a b c");
    hicuda_check(cudaFree(d_b), "macros-and-includes.c:33: global free a b c");
    hicuda_check(cudaFree(d_c), "macros-and-includes.c:33: global free a b c");
    float total = 0;
    FOR_ALL(i, N)
        total += b[i] + c[i];
    printf("%g\n", total);
    return 0;
}
