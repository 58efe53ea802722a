//@ emit: cuda
//@ run: cpu
// An included file stays what it is: where it is not C++, neither is the host part.
#include "include/room.h"
#include <stdio.h>

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

cudaError_t launch_add(dim3 grid, dim3 block, float *a);

int main(void)
{
    float *a = room(100);
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * 100), "header-in-c.c:10: global alloc a[0:99] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(float) * 100, cudaMemcpyHostToDevice), "header-in-c.c:10: global alloc a[0:99] copyin");
    hicuda_launched(launch_add((dim3){4, 1, 1}, (dim3){32, 1, 1}, d_a), "header-in-c.c:11: kernel add tblock(4) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof(float) * 100, cudaMemcpyDeviceToHost), "header-in-c.c:16: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "header-in-c.c:17: global free a");
    printf("%g %g\n", a[3], a[99]);
    free(a);
    return 0;
}
// header-in-c.c:11: kernel add
__global__ void add(float *__restrict__ a)
{
    int i = blockIdx.x * 25 + threadIdx.x;
    if (threadIdx.x < 25)
        a[i] += i;
}

extern "C" cudaError_t launch_add(dim3 grid, dim3 block, float *a)
{
    add<<<grid, block>>>(a);
    return cudaGetLastError();
}
