//@ emit: cuda cpu
//@ run: cpu
// while, do, break, continue, goto and return, in a kernel and in what it calls.
#include <stdio.h>

#define N 60

unsigned steps[N];
int digits[N], first[N], text[N];

static unsigned collatz(unsigned n)
{
    unsigned count = 0;
    do {
        if (n == 1)
            return count;
        n = n % 2 ? 3 * n + 1 : n / 2;
    } while (++count < 1000);
    return count;
}

#include <cuda_runtime.h>
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

cudaError_t launch_walk(dim3 grid, dim3 block, unsigned int *steps, int *digits, const int *text, int *first);

int main(void)
{
    for (int i = 0; i < N; i++)
        text[i] = i * 29 % 13;
    unsigned int *d_steps;
    hicuda_check(cudaMalloc((void **)&d_steps, sizeof steps), "control-flow.c:26: global alloc steps[*] //~ R2049 `steps`");
    hicuda_check(cudaMemcpy(d_steps, steps, sizeof steps, cudaMemcpyHostToDevice), "control-flow.c:26: global alloc steps[*] //~ R2049 `steps`");
    int *d_digits;
    hicuda_check(cudaMalloc((void **)&d_digits, sizeof digits), "control-flow.c:27: global alloc digits[*] //~ R2049 `digits`");
    hicuda_check(cudaMemcpy(d_digits, digits, sizeof digits, cudaMemcpyHostToDevice), "control-flow.c:27: global alloc digits[*] //~ R2049 `digits`");
    int *d_first;
    hicuda_check(cudaMalloc((void **)&d_first, sizeof first), "control-flow.c:28: global alloc first[*] //~ R2049 `first`");
    hicuda_check(cudaMemcpy(d_first, first, sizeof first, cudaMemcpyHostToDevice), "control-flow.c:28: global alloc first[*] //~ R2049 `first`");
    int *d_text;
    hicuda_check(cudaMalloc((void **)&d_text, sizeof text), "control-flow.c:29: global alloc text[*] copyin");
    hicuda_check(cudaMemcpy(d_text, text, sizeof text, cudaMemcpyHostToDevice), "control-flow.c:29: global alloc text[*] copyin");
    hicuda_launched(launch_walk((dim3){8, 1, 1}, (dim3){8, 1, 1}, d_steps, d_digits, d_text, d_first), "control-flow.c:30: kernel walk tblock(8) thread(8)");
    hicuda_check(cudaMemcpy(steps, d_steps, sizeof steps, cudaMemcpyDeviceToHost), "control-flow.c:57: global copyout steps[*]");
    hicuda_check(cudaMemcpy(digits, d_digits, sizeof digits, cudaMemcpyDeviceToHost), "control-flow.c:58: global copyout digits[*]");
    hicuda_check(cudaMemcpy(first, d_first, sizeof first, cudaMemcpyDeviceToHost), "control-flow.c:59: global copyout first[*]");
    hicuda_check(cudaFree(d_steps), "control-flow.c:60: global free steps digits first text");
    hicuda_check(cudaFree(d_digits), "control-flow.c:60: global free steps digits first text");
    hicuda_check(cudaFree(d_first), "control-flow.c:60: global free steps digits first text");
    hicuda_check(cudaFree(d_text), "control-flow.c:60: global free steps digits first text");
    unsigned long total = 0;
    for (int i = 0; i < N; i++)
        total = total * 7 + steps[i] + digits[i] * 3 + first[i];
    printf("%lu\n", total);
    return 0;
}
__device__ static unsigned int collatz(unsigned int n)
{
    unsigned int count = 0;
    do {
        if (n == 1)
            return count;
        n = n % 2 ? 3 * n + 1 : n / 2;
    } while (++count < 1000);
    return count;
}

// control-flow.c:30: kernel walk
__global__ void walk(unsigned int *__restrict__ steps, int *__restrict__ digits, const int *__restrict__ text, int *__restrict__ first)
{
    int i_begin = blockIdx.x * 8;
    int i_end = min(i_begin + 8, 60);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 8) {
        steps[i] = collatz(i + 1);
        int rest = i * i, sum = 0;
        while (rest > 0) {
            sum += rest % 10;
            rest /= 10;
        }
        digits[i] = sum;
        int at = -1;
        for (int k = 0; k < 60; k++) {
            if (text[k] % 2)
                continue;
            if (text[k] == i % 13) {
                at = k;
                break;
            }
        }
        if (at < 0)
            goto missing;
        first[i] = at;
        continue;
    missing:
        first[i] = -1;
    }
}

extern "C" cudaError_t launch_walk(dim3 grid, dim3 block, unsigned int *steps, int *digits, const int *text, int *first)
{
    walk<<<grid, block>>>(steps, digits, text, first);
    return cudaGetLastError();
}
