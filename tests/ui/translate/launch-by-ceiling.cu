//@ emit: cuda cpu
//@ run: cpu
// A launch written as the number of blocks that cover n: one guard is left.
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

// launch-by-ceiling.c:10: kernel number_kernel
__global__ void number_kernel(int *__restrict__ a, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    if (i < n)
        a[i] = i * i;
}

static void number(int *a, int n)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(int) * n), "launch-by-ceiling.c:9: global alloc a[*]");
    if ((n + 31) / 32 > 0) {
        number_kernel<<<(n + 31) / 32, 32>>>(d_a, n);
        hicuda_launched(cudaGetLastError(), "launch-by-ceiling.c:10: kernel number_kernel tblock((n + 31) / 32) thread(32)");
    }
    hicuda_check(cudaMemcpy(a, d_a, sizeof(int) * n, cudaMemcpyDeviceToHost), "launch-by-ceiling.c:15: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "launch-by-ceiling.c:16: global free a");
}

int main(void)
{
    int a[45];
    number(a, 45);
    number(a, 0);
    printf("%d %d\n", a[1], a[44]);
    return 0;
}
