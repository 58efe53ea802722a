//@ emit: cuda cpu
//@ run: cpu
// The smallest kernel: one loop over blocks and threads, uneven chunks.
#include <stdio.h>
#define N 1001

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

// one-partitioned-loop.c:12: kernel scale
__global__ void scale(float *__restrict__ a, float k)
{
    int i = blockIdx.x * 126 + threadIdx.x;
    if (threadIdx.x < 126 && i < N)
        a[i] = k * a[i];
}

int main(void)
{
    float a[N], k = 3;
    for (int i = 0; i < N; i++) a[i] = i;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "one-partitioned-loop.c:11: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "one-partitioned-loop.c:11: global alloc a[*] copyin");
    scale<<<8, 128>>>(d_a, k);
    hicuda_launched(cudaGetLastError(), "one-partitioned-loop.c:12: kernel scale tblock(8) thread(128)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "one-partitioned-loop.c:17: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "one-partitioned-loop.c:18: global free a");
    double sum = 0;
    for (int i = 0; i < N; i++) sum += a[i];
    printf("%.0f\n", sum);
    return 0;
}
