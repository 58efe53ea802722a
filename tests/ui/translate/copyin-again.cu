//@ emit: cuda cpu
//@ run: cpu
// Host data is sent again, into the same device copy, each round.
#include <stdio.h>

int a[16], sums[16];

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

// copyin-again.c:16: kernel add
__global__ void add(int *__restrict__ sums, const int *__restrict__ a)
{
    int i = threadIdx.x;
    sums[i] += a[i];
}

int main(void)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "copyin-again.c:10: global alloc a[*]");
    int *d_sums;
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof sums), "copyin-again.c:11: global alloc sums[*] clear");
    hicuda_check(cudaMemset(d_sums, 0, sizeof sums), "copyin-again.c:11: global alloc sums[*] clear");
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 16; i++)
            a[i] = i * round;
        hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "copyin-again.c:15: global copyin a[*]");
        add<<<1, 16>>>(d_sums, d_a);
        hicuda_launched(cudaGetLastError(), "copyin-again.c:16: kernel add tblock(1) thread(16)");
    }
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost), "copyin-again.c:22: global copyout sums[*]");
    hicuda_check(cudaFree(d_a), "copyin-again.c:23: global free a sums");
    hicuda_check(cudaFree(d_sums), "copyin-again.c:23: global free a sums");
    printf("%d %d\n", sums[1], sums[15]);
    return 0;
}
