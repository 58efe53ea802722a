//@ emit: cuda cpu
//@ run: cpu
// Only part of an array is on the device; subscripts are shifted to match.
#include <stdio.h>

int a[100];

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

// alloc-section.c:11: kernel number
__global__ void number(int *__restrict__ a)
{
    int i = blockIdx.x * 16 + threadIdx.x + 24;
    a[i - 20] += i;
}

int main(void)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(int) * 40), "alloc-section.c:10: global alloc a[20:59] copyin");
    hicuda_check(cudaMemcpy(d_a, &a[20], sizeof(int) * 40, cudaMemcpyHostToDevice), "alloc-section.c:10: global alloc a[20:59] copyin");
    number<<<2, 16>>>(d_a);
    hicuda_launched(cudaGetLastError(), "alloc-section.c:11: kernel number tblock(2) thread(16)");
    hicuda_check(cudaMemcpy(&a[24], &d_a[4], sizeof(int) * 32, cudaMemcpyDeviceToHost), "alloc-section.c:16: global copyout a[24:55]");
    hicuda_check(cudaFree(d_a), "alloc-section.c:17: global free a");
    printf("%d %d %d\n", a[23], a[24], a[55]);
    return 0;
}
