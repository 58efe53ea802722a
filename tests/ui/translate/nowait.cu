//@ emit: cuda cpu
//@ run: cpu
// The host goes on after the launch and waits for the copy back.
#include <stdio.h>

int a[64];

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

// nowait.c:12: kernel number
__global__ void number(int *__restrict__ a)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    a[i] = i;
}

int main(void)
{
    long sum = 0;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "nowait.c:11: global alloc a[*]");
    number<<<2, 32>>>(d_a);
    hicuda_launched(cudaGetLastError(), "nowait.c:12: kernel number tblock(2) thread(32) nowait");
    for (int i = 0; i < 1000; i++)
        sum += i;
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "nowait.c:19: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "nowait.c:20: global free a");
    printf("%d %ld\n", a[63], sum);
    return 0;
}
