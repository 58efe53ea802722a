//@ emit: cuda cpu
//@ run: cpu
// Sizes known at run time only: the kernel works its share out.
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

// launch-at-run-time.c:10: kernel number_kernel
__global__ void number_kernel(int *__restrict__ a, int n)
{
    int i_chunk = (n + (int)gridDim.x - 1) / (int)gridDim.x;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16)
        a[i] = i * i;
}

static void number(int *a, int n, int blocks)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(int) * n), "launch-at-run-time.c:9: global alloc a[*]");
    number_kernel<<<blocks > 0 ? blocks : 1, 16>>>(d_a, n);
    hicuda_launched(cudaGetLastError(), "launch-at-run-time.c:10: kernel number_kernel tblock(blocks) thread(16)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof(int) * n, cudaMemcpyDeviceToHost), "launch-at-run-time.c:15: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "launch-at-run-time.c:16: global free a");
}

int main(void)
{
    int a[45];
    number(a, 45, 2);
    number(a, 45, 7);
    printf("%d %d\n", a[1], a[44]);
    return 0;
}
