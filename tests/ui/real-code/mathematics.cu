//@ emit: cuda cpu
//@ run: cpu
// C's mathematics is double, and stays double.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 32

float x[N], y[N];
double d[N];
int exponents[N];

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

// mathematics.c:22: kernel functions
__global__ void functions(float *__restrict__ y, const float *__restrict__ x, double *__restrict__ d, int *__restrict__ exponents)
{
    int i = blockIdx.x * 16 + threadIdx.x;
    int e;
    y[i] = sqrt((double)x[i]) + fabs((double)-x[i]) + floorf(x[i]) + fmaxf(x[i], 3) - fminf(x[i], 1);
    d[i] = sqrt((double)x[i]) * 2 + fma((double)x[i], 2.0, 1.0) + fmod((double)x[i], 0.75) + fabs((double)(x[i] - 8));
    d[i] += frexp((double)x[i], &e) + abs(i - 16) + abs((int)x[i] - 4);
    exponents[i] = e;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = 0.25f + i * 0.5f;
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "mathematics.c:18: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "mathematics.c:18: global alloc x[*] copyin");
    float *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "mathematics.c:19: global alloc y[*]");
    double *d_d;
    hicuda_check(cudaMalloc((void **)&d_d, sizeof d), "mathematics.c:20: global alloc d[*]");
    int *d_exponents;
    hicuda_check(cudaMalloc((void **)&d_exponents, sizeof exponents), "mathematics.c:21: global alloc exponents[*]");
    functions<<<2, 16>>>(d_y, d_x, d_d, d_exponents);
    hicuda_launched(cudaGetLastError(), "mathematics.c:22: kernel functions tblock(2) thread(16)");
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "mathematics.c:32: global copyout y[*]");
    hicuda_check(cudaMemcpy(d, d_d, sizeof d, cudaMemcpyDeviceToHost), "mathematics.c:33: global copyout d[*]");
    hicuda_check(cudaMemcpy(exponents, d_exponents, sizeof exponents, cudaMemcpyDeviceToHost), "mathematics.c:34: global copyout exponents[*]");
    hicuda_check(cudaFree(d_x), "mathematics.c:35: global free x y d exponents");
    hicuda_check(cudaFree(d_y), "mathematics.c:35: global free x y d exponents");
    hicuda_check(cudaFree(d_d), "mathematics.c:35: global free x y d exponents");
    hicuda_check(cudaFree(d_exponents), "mathematics.c:35: global free x y d exponents");
    double total = 0;
    for (int i = 0; i < N; i++)
        total += y[i] + d[i] * (i + 1) + exponents[i];
    printf("%.9g\n", total);
    return 0;
}
