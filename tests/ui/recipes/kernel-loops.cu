//@ emit: cuda cpu
//@ run: cpu
// Recipes inside a kernel, beside partitioned loops and shared memory.
#include <stdio.h>

#define N 64
#define TILE 8

int a[N][N], b[N][N], c[N][N], d[N], e[N];

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

// kernel-loops.c:24: kernel multiply
__global__ void multiply(const int (*__restrict__ a)[64], const int (*__restrict__ b)[64], int (*__restrict__ c)[64])
{
    int i = blockIdx.y * 16 + threadIdx.y;
    int j = blockIdx.x * 16 + threadIdx.x;
    int total = 0;
    for (int k = 0; k < N; k += 4) {
        total += a[i][k] * b[k][j];
        total += a[i][k + 1] * b[k + 1][j];
        total += a[i][k + 2] * b[k + 2][j];
        total += a[i][k + 3] * b[k + 3][j];
    }
    c[i][j] = total;
}

// kernel-loops.c:36: kernel rows
__global__ void rows(const int (*__restrict__ a)[64], int *__restrict__ d)
{
    int i = blockIdx.x * 16 + threadIdx.x;
    int low = 0, high = 0;
    for (int k_tile = 0; k_tile < N; k_tile += 8)
        for (int k = k_tile; k < k_tile + 8; k++)
            low += a[i][k] * k;
    high += a[i][0];
    high += a[i][16];
    high += a[i][32];
    high += a[i][48];
    d[i] = low - high;
}

// kernel-loops.c:50: kernel columns
__global__ void columns(int *__restrict__ e, const int (*__restrict__ a)[64])
{
    int j = blockIdx.x * 16 + threadIdx.x;
    for (int i = 0; i < N; i++)
        e[j] += a[i][j] * i;
}

int main(void)
{
    int i, j, k;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = (i * 7 + j * 3) % 11 - 5;
            b[i][j] = (i * 5 + j * 2) % 13 - 6;
        }
    int (*d_a)[64];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "kernel-loops.c:19: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "kernel-loops.c:19: global alloc a[*][*] copyin");
    int (*d_b)[64];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "kernel-loops.c:20: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "kernel-loops.c:20: global alloc b[*][*] copyin");
    int (*d_c)[64];
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "kernel-loops.c:21: global alloc c[*][*]");
    int *d_d;
    hicuda_check(cudaMalloc((void **)&d_d, sizeof d), "kernel-loops.c:22: global alloc d[*]");
    int *d_e;
    hicuda_check(cudaMalloc((void **)&d_e, sizeof e), "kernel-loops.c:23: global alloc e[*] clear");
    hicuda_check(cudaMemset(d_e, 0, sizeof e), "kernel-loops.c:23: global alloc e[*] clear");
    multiply<<<dim3(N / 16, N / 16), dim3(16, 16)>>>(d_a, d_b, d_c);
    hicuda_launched(cudaGetLastError(), "kernel-loops.c:24: kernel multiply tblock(N/16, N/16) thread(16, 16)");
    rows<<<N / 16, 16>>>(d_a, d_d);
    hicuda_launched(cudaGetLastError(), "kernel-loops.c:36: kernel rows tblock(N/16) thread(16)");
    // A directive above an inner loop goes where the loop goes.
    columns<<<N / 16, 16>>>(d_e, d_a);
    hicuda_launched(cudaGetLastError(), "kernel-loops.c:50: kernel columns tblock(N/16) thread(16)");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "kernel-loops.c:57: global copyout c[*][*]");
    hicuda_check(cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost), "kernel-loops.c:58: global copyout d[*]");
    hicuda_check(cudaMemcpy(e, d_e, sizeof e, cudaMemcpyDeviceToHost), "kernel-loops.c:59: global copyout e[*]");
    hicuda_check(cudaFree(d_a), "kernel-loops.c:60: global free a b c d e");
    hicuda_check(cudaFree(d_b), "kernel-loops.c:60: global free a b c d e");
    hicuda_check(cudaFree(d_c), "kernel-loops.c:60: global free a b c d e");
    hicuda_check(cudaFree(d_d), "kernel-loops.c:60: global free a b c d e");
    hicuda_check(cudaFree(d_e), "kernel-loops.c:60: global free a b c d e");
    unsigned check = 0;
    for (i = 0; i < N; i++) {
        check = check * 31u + (unsigned)(d[i] + e[i]);
        for (j = 0; j < N; j++)
            check = check * 31u + (unsigned)c[i][j];
    }
    printf("%u\n", check);
    return 0;
}
