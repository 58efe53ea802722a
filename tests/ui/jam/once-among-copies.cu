//@ emit: cuda
//@ run: cpu
// A statement that is run once for all copies stands between one that sets a variable of each copy and one that uses
// it: the variable is kept for all of them.
#include <stdio.h>

float a[16][8], y[16];

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

// once-among-copies.c:16: kernel weighted
__global__ void weighted(const float (*__restrict__ a)[8], float *__restrict__ y)
{
    int i = blockIdx.x * 8 + threadIdx.x;
    float sum[4];
    #pragma unroll
    for (int u = 0; u < 4; u++)
        sum[u] = 0;
    int weight = 1;
    #pragma unroll
    for (int k = 0; k < 8; k++) {
        float value[4];
        #pragma unroll
        for (int u = 0; u < 4; u++)
            value[u] = a[i + 2 * u][k];
        weight = weight * 2;
        #pragma unroll
        for (int u = 0; u < 4; u++)
            sum[u] += value[u] * weight;
    }
    #pragma unroll
    for (int u = 0; u < 4; u++)
        y[i + 2 * u] = sum[u];
}

int main(void)
{
    for (int i = 0; i < 16; i++)
        for (int k = 0; k < 8; k++)
            a[i][k] = i + k * 0.5f;
    float (*d_a)[8];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "once-among-copies.c:14: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "once-among-copies.c:14: global alloc a[*][*] copyin");
    float *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "once-among-copies.c:15: global alloc y[*]");
    weighted<<<2, 2>>>(d_a, d_y);
    hicuda_launched(cudaGetLastError(), "once-among-copies.c:16: kernel weighted tblock(2) thread(2)");
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "once-among-copies.c:29: global copyout y[*]");
    hicuda_check(cudaFree(d_a), "once-among-copies.c:30: global free a y");
    hicuda_check(cudaFree(d_y), "once-among-copies.c:30: global free a y");
    for (int i = 0; i < 16; i++)
        printf("%g ", y[i]);
    printf("\n");
    return 0;
}
