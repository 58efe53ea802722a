//@ emit: cuda cpu
//@ run: cpu
// `clear` fills the device copy with zeros.
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

// clear.c:11: kernel odd
__global__ void odd(int *__restrict__ a)
{
    int i = threadIdx.x * 2 + 1;
    a[i] = i;
}

int main(void)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "clear.c:10: global alloc a[*] clear");
    hicuda_check(cudaMemset(d_a, 0, sizeof a), "clear.c:10: global alloc a[*] clear");
    odd<<<1, 32>>>(d_a);
    hicuda_launched(cudaGetLastError(), "clear.c:11: kernel odd tblock(1) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "clear.c:16: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "clear.c:17: global free a");
    printf("%d %d %d\n", a[0], a[1], a[63]);
    return 0;
}
