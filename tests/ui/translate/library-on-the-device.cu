// A library works where the data is: in the statement below `use_device` the arrays are their
// device copies, for the data law too.
//
//@ emit: cuda cpu
#include <stdio.h>
#include <string.h>

#define N 64

static float x[N], y[N];

// Stands for a library: it works on the memory that it is given.
static void axpy(int n, float alpha, const float *from, float *to)
{
    for (int i = 0; i < n; i++)
        to[i] += alpha * from[i];
}

static float dot(int n, const float *a, const float *b)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
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

// library-on-the-device.c:37: kernel scale
__global__ void scale(float *__restrict__ x)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    x[i] = 2 * x[i];
}

int main(void)
{
    float s;

    for (int i = 0; i < N; i++) {
        x[i] = (float)i;
        y[i] = 1;
    }
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "library-on-the-device.c:35: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "library-on-the-device.c:35: global alloc x[*] copyin");
    float *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "library-on-the-device.c:36: global alloc y[*] copyin");
    hicuda_check(cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice), "library-on-the-device.c:36: global alloc y[*] copyin");
    scale<<<2, 32>>>(d_x);
    hicuda_launched(cudaGetLastError(), "library-on-the-device.c:37: kernel scale tblock(2) thread(32)");
    hicuda_check(cudaDeviceSynchronize(), "library-on-the-device.c:42: use_device(x, y) reads(x)");
    axpy(N, 0.5f, d_x, d_y);
    hicuda_check(cudaDeviceSynchronize(), "library-on-the-device.c:44: use_device(x, y) reads(x, y)");
    s = dot(N / 2, &d_x[N / 2], d_y + N / 2);
    hicuda_check(cudaMemcpy(x, d_x, sizeof x, cudaMemcpyDeviceToHost), "library-on-the-device.c:46: global copyout x[*]");
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "library-on-the-device.c:47: global copyout y[*]");
    hicuda_check(cudaFree(d_x), "library-on-the-device.c:48: global free x y");
    hicuda_check(cudaFree(d_y), "library-on-the-device.c:48: global free x y");
    printf("%g %g %g %zu\n", s, y[3], x[3], sizeof x);
    return 0;
}
