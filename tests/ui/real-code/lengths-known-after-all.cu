//@ emit: cuda cpu
//@ run: cpu
// Arrays of variable length whose length is a number in this kernel.
#include <stdio.h>
static void row(const float *x, float *y, int n, int w) {
    float tmp[w];
    for (int k = 0; k < w; k++) tmp[k] = x[k] * 2;
    float s = 0;
    for (int k = 0; k < w; k++) s += tmp[k];
    *y = s;
}
#define W 8
#include <cuda_runtime.h>
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

cudaError_t launch_k(dim3 grid, dim3 block, float *x, float *y);
cudaError_t launch_k2(dim3 grid, dim3 block, const float *x, float *y);

int main(void) {
    enum { N = 40 };
    float x[N + W], y[N];
    int w = W;
    for (int i = 0; i < N + W; i++) x[i] = i % 5;
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "lengths-known-after-all.c:18: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "lengths-known-after-all.c:18: global alloc x[*] copyin");
    float *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "lengths-known-after-all.c:19: global alloc y[*]");
    hicuda_launched(launch_k((dim3){2, 1, 1}, (dim3){20, 1, 1}, d_x, d_y), "lengths-known-after-all.c:20: kernel k tblock(2) thread(20)");
    hicuda_launched(launch_k2((dim3){2, 1, 1}, (dim3){20, 1, 1}, d_x, d_y), "lengths-known-after-all.c:24: kernel k2 tblock(2) thread(20)");
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "lengths-known-after-all.c:33: global copyout y[*]");
    hicuda_check(cudaFree(d_x), "lengths-known-after-all.c:34: global free x y");
    hicuda_check(cudaFree(d_y), "lengths-known-after-all.c:34: global free x y");
    for (int i = 0; i < 6; i++) printf("%g ", y[i]);
    printf("\n");
    return 0;
}
__device__ static void row_in_kernel(const float *x, float *y, int n, int w)
{
    float tmp[8];
    for (int k = 0; k < w; k++)
        tmp[k] = x[k] * 2;
    float s = 0;
    for (int k = 0; k < w; k++)
        s += tmp[k];
    *y = s;
}

// lengths-known-after-all.c:20: kernel k
__global__ void k(float *__restrict__ x, float *__restrict__ y)
{
    int i = blockIdx.x * 20 + threadIdx.x;
    row_in_kernel(&x[i], &y[i], 40, 8);
}

extern "C" cudaError_t launch_k(dim3 grid, dim3 block, float *x, float *y)
{
    k<<<grid, block>>>(x, y);
    return cudaGetLastError();
}

// lengths-known-after-all.c:24: kernel k2
__global__ void k2(const float *__restrict__ x, float *__restrict__ y)
{
    int i = blockIdx.x * 20 + threadIdx.x;
    const int len = 8;
    float t[8];
    for (int k = 0; k < len; k++)
        t[k] = x[i + k];
    for (int k = 0; k < len; k++)
        y[i] += t[len - 1 - k];
}

extern "C" cudaError_t launch_k2(dim3 grid, dim3 block, const float *x, float *y)
{
    k2<<<grid, block>>>(x, y);
    return cudaGetLastError();
}
