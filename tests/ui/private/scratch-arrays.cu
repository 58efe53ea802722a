//@ run: cpu
//@ emit: cuda cpu
// Arrays from outside in which each iteration only computes: written before they are
// read, and of no use afterwards. Nothing needs to be said about them.
#include <stdio.h>
#include <string.h>
struct point { int x, y; };
int a[64], which[64], o[64];
__device__ static void fill(int x, int *t)
{
    for (int q = 0; q < 4; q++)
        t[q] = x + q;
}
__device__ static int product(int x, int *t)
{
    fill(x, t);
    return t[0] * t[3];
}
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

// scratch-arrays.c:31: kernel scratch
__global__ void scratch(int *__restrict__ a, int *__restrict__ o, int *__restrict__ which, int m)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    int t[4];
    int rows[3][4];
    int sums[4];
    int passed[4];
    int table[4];
    struct point p[2];
    t[0] = a[i];
    for (int k = 1; k < 4; k++)
        t[k] = t[k - 1] * 2 + 1;
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 4; j++)
            rows[k][j] = t[j] * k;
    for (int element = 0; element < 4; element++)
        sums[element] = 0;
    for (int j = 0; j < 4; j++)
        for (int k = 0; k < 3; k++)
            sums[j] += rows[k][j];
    for (int k = 0; k < m; k++)
        table[k] = sums[k] - k;
    p[0].x = product(a[i], passed);
    p[0].y = passed[2];
    p[1].x = p[0].x - p[0].y;
    for (int k = 0; k < m; k++)
        o[i] += table[k];
    o[i] += sums[which[i]] + p[1].x;
}

int main(void)
{
    int i, m = 3;
    for (i = 0; i < 64; i++) {
        a[i] = i * 7 % 31;
        which[i] = i % 4;
    }
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "scratch-arrays.c:28: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "scratch-arrays.c:28: global alloc a[*] copyin");
    int *d_which;
    hicuda_check(cudaMalloc((void **)&d_which, sizeof which), "scratch-arrays.c:29: global alloc which[*] copyin");
    hicuda_check(cudaMemcpy(d_which, which, sizeof which, cudaMemcpyHostToDevice), "scratch-arrays.c:29: global alloc which[*] copyin");
    int *d_o;
    hicuda_check(cudaMalloc((void **)&d_o, sizeof o), "scratch-arrays.c:30: global alloc o[*] clear");
    hicuda_check(cudaMemset(d_o, 0, sizeof o), "scratch-arrays.c:30: global alloc o[*] clear");
    scratch<<<2, 32>>>(d_a, d_o, d_which, m);
    hicuda_launched(cudaGetLastError(), "scratch-arrays.c:31: kernel scratch tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(o, d_o, sizeof o, cudaMemcpyDeviceToHost), "scratch-arrays.c:54: global copyout o[*]");
    hicuda_check(cudaFree(d_a), "scratch-arrays.c:55: global free a which o");
    hicuda_check(cudaFree(d_which), "scratch-arrays.c:55: global free a which o");
    hicuda_check(cudaFree(d_o), "scratch-arrays.c:55: global free a which o");
    for (i = 0; i < 64; i++)
        printf("%d\n", o[i]);
    return 0;
}
