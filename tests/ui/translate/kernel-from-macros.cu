//@ emit: cuda
//@ run: cpu
// A partitioned loop whose head and body are macros.
#include <stdio.h>

#define EACH for (int i = 0; i < 32; i++)
#define SET(element, value) element = value;

int a[32];

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

// kernel-from-macros.c:14: kernel fill
__global__ void fill(int *__restrict__ a)
{
    int i = blockIdx.x * 16 + threadIdx.x;
    a[i] = i * 2;
}

int main(void)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "kernel-from-macros.c:13: global alloc a[*]");
    fill<<<2, 16>>>(d_a);
    hicuda_launched(cudaGetLastError(), "kernel-from-macros.c:14: kernel fill tblock(2) thread(16)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "kernel-from-macros.c:18: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "kernel-from-macros.c:19: global free a");
    printf("%d\n", a[31]);
    return 0;
}
