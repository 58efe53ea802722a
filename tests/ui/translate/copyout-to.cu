//@ emit: cuda cpu
//@ run: cpu
// `to` brings the values back to another array of the same shape.
#include <stdio.h>

int a[32], b[32];

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

// copyout-to.c:13: kernel number
__global__ void number(int *__restrict__ a)
{
    int i = threadIdx.x;
    a[i] = i;
}

int main(void)
{
    for (int i = 0; i < 32; i++)
        b[i] = i;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "copyout-to.c:12: global alloc a[*]");
    number<<<1, 32>>>(d_a);
    hicuda_launched(cudaGetLastError(), "copyout-to.c:13: kernel number tblock(1) thread(32)");
    hicuda_check(cudaMemcpy(b, d_a, sizeof(int) * 32, cudaMemcpyDeviceToHost), "copyout-to.c:18: global copyout a[*] to b[*]");
    hicuda_check(cudaFree(d_a), "copyout-to.c:19: global free a");
    printf("%d %d\n", b[0], b[31]); //~ W1064 the host reads what `copyout` put into `b`
    return 0;
}
