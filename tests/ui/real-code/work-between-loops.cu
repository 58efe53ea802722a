//@ emit: cuda cpu
//@ run: cpu
// Statements before, between and after partitioned loops.
#include <stdio.h>

#define N 20
#define M 16

int a[N][M], rowsum[N], scaled[N][M];

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

// work-between-loops.c:20: kernel between
__global__ void between(const int (*__restrict__ a)[16], int (*__restrict__ scaled)[16], int *__restrict__ rowsum, int bias)
{
    int twice = bias * 2;
    int i_begin = blockIdx.x * 5;
    for (int i = i_begin; i < i_begin + 5; i++) {
        int sum = 0;
        for (int j = 0; j < M; j++)
            sum += a[i][j];
        int half = sum / 2 + twice;
        for (int j = threadIdx.x; j < M; j += 8)
            scaled[i][j] = a[i][j] * half;
        if (threadIdx.x == 0) {
            rowsum[i] = sum;
        }
    }
}

int main(void)
{
    int bias = 3;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i * j % 13;
    int (*d_a)[16];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "work-between-loops.c:17: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "work-between-loops.c:17: global alloc a[*][*] copyin");
    int *d_rowsum;
    hicuda_check(cudaMalloc((void **)&d_rowsum, sizeof rowsum), "work-between-loops.c:18: global alloc rowsum[*]");
    int (*d_scaled)[16];
    hicuda_check(cudaMalloc((void **)&d_scaled, sizeof scaled), "work-between-loops.c:19: global alloc scaled[*][*]");
    between<<<4, 8>>>(d_a, d_scaled, d_rowsum, bias);
    hicuda_launched(cudaGetLastError(), "work-between-loops.c:20: kernel between tblock(4) thread(8)");
    hicuda_check(cudaMemcpy(rowsum, d_rowsum, sizeof rowsum, cudaMemcpyDeviceToHost), "work-between-loops.c:36: global copyout rowsum[*]");
    hicuda_check(cudaMemcpy(scaled, d_scaled, sizeof scaled, cudaMemcpyDeviceToHost), "work-between-loops.c:37: global copyout scaled[*][*]");
    hicuda_check(cudaFree(d_a), "work-between-loops.c:38: global free a rowsum scaled");
    hicuda_check(cudaFree(d_rowsum), "work-between-loops.c:38: global free a rowsum scaled");
    hicuda_check(cudaFree(d_scaled), "work-between-loops.c:38: global free a rowsum scaled");
    long total = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            total += scaled[i][j] * (j + 1) + rowsum[i];
    printf("%ld\n", total);
    return 0;
}
