//@ emit: cuda cpu
//@ run: cpu
// A function of the same file that a kernel calls, and what that one calls.
#include <stdio.h>

int a[32];

__host__ __device__ static int square(int x)
{
    return x * x;
}

__device__ static int polynomial(int x)
{
    return square(x) * 3 + square(x + 1);
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

// function-called.c:21: kernel evaluate
__global__ void evaluate(int *__restrict__ a)
{
    int i = threadIdx.x;
    a[i] = polynomial(i);
}

int main(void)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "function-called.c:20: global alloc a[*]");
    evaluate<<<1, 32>>>(d_a);
    hicuda_launched(cudaGetLastError(), "function-called.c:21: kernel evaluate tblock(1) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "function-called.c:26: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "function-called.c:27: global free a");
    printf("%d %d %d\n", a[0], a[31], square(12));
    return 0;
}
