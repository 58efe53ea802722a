//@ emit: cuda cpu
//@ run: cpu
// A file that cannot be C++ (`class` is a name in it): the host stays C.
#include <stdio.h>

int a[16];

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

cudaError_t launch_number(dim3 grid, dim3 block, int *a, int class);

int main(void)
{
    int class = 3, n = 4;
    int scratch[n];
    scratch[0] = class;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "not-cxx.c:13: global alloc a[*]");
    hicuda_launched(launch_number((dim3){1, 1, 1}, (dim3){16, 1, 1}, d_a, class), "not-cxx.c:14: kernel number tblock(1) thread(16)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "not-cxx.c:19: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "not-cxx.c:20: global free a");
    printf("%d %d\n", a[15], scratch[0]);
    return 0;
}
// not-cxx.c:14: kernel number
__global__ void number(int *__restrict__ a, int class_)
{
    int i = threadIdx.x;
    a[i] = i * class_;
}

extern "C" cudaError_t launch_number(dim3 grid, dim3 block, int *a, int class_)
{
    number<<<grid, block>>>(a, class_);
    return cudaGetLastError();
}
