//@ emit: cuda cpu
//@ run: cpu h200
// Read-only data in constant memory; two that do not live at once share it.
#include <stdio.h>

static const int weight[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
static double scale = 0.5;
int a[64];
double b[64];

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

__constant__ int c_weight[8];
__constant__ double c_scale;

// constant-table.c:15: kernel weigh
__global__ void weigh(int *__restrict__ a)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    a[i] = i * c_weight[i % 8];
}

// constant-table.c:23: kernel halve
__global__ void halve(double *__restrict__ b, const int *__restrict__ a)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    b[i] = a[i] * c_scale;
}

int main(void)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "constant-table.c:13: global alloc a[*]");
    hicuda_check(cudaMemcpyToSymbol(c_weight, weight, sizeof weight), "constant-table.c:14: constant copyin weight[*]");
    weigh<<<2, 32>>>(d_a);
    hicuda_launched(cudaGetLastError(), "constant-table.c:15: kernel weigh tblock(2) thread(32)");
    double *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "constant-table.c:21: global alloc b[*]");
    hicuda_check(cudaMemcpyToSymbol(c_scale, &scale, sizeof scale), "constant-table.c:22: constant copyin scale");
    halve<<<2, 32>>>(d_b, d_a);
    hicuda_launched(cudaGetLastError(), "constant-table.c:23: kernel halve tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "constant-table.c:29: global copyout b[*]");
    hicuda_check(cudaFree(d_a), "constant-table.c:30: global free a b");
    hicuda_check(cudaFree(d_b), "constant-table.c:30: global free a b");
    printf("%g %g\n", b[1], b[63]);
    return 0;
}
