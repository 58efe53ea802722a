//@ emit: cuda cpu
//@ run: cpu
// Static variables that each call writes before it reads: every thread has its own.
#include <stdio.h>
#define N 96

float x[N], y[N];

static float smoothed(float centre, float slope)
{
    static float w[5];
    static float sum;
    for (int k = 0; k < 5; k++)
        w[k] = centre + slope * (k - 2);
    sum = 0;
    for (int k = 0; k < 5; k++)
        sum += w[k] * w[4 - k];
    return sum;
}

static float rotated(float u, float v, int axis)
{
    static float p[3];
    p[0] = u - v;
    p[1] = u + v;
    p[2] = axis ? p[0] : p[1];
    return p[axis % 3] + p[2] + smoothed(u, v);
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

__device__ static float smoothed_in_kernel(float centre, float slope)
{
    float w[5];
    float sum;
    for (int k = 0; k < 5; k++)
        w[k] = centre + slope * (k - 2);
    sum = 0;
    for (int k = 0; k < 5; k++)
        sum += w[k] * w[4 - k];
    return sum;
}

__device__ static float rotated_in_kernel(float u, float v, int axis)
{
    float p[3];
    p[0] = u - v;
    p[1] = u + v;
    p[2] = axis ? p[0] : p[1];
    return p[axis % 3] + p[2] + smoothed_in_kernel(u, v);
}

// scratch-variables.c:36: kernel rotate
__global__ void rotate(float *__restrict__ y, const float *__restrict__ x)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    y[i] = rotated_in_kernel(x[i], i * 0.25f, i);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 13 * 0.5f;
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "scratch-variables.c:34: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "scratch-variables.c:34: global alloc x[*] copyin");
    float *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "scratch-variables.c:35: global alloc y[*]");
    rotate<<<3, 32>>>(d_y, d_x);
    hicuda_launched(cudaGetLastError(), "scratch-variables.c:36: kernel rotate tblock(3) thread(32)");
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "scratch-variables.c:41: global copyout y[*]");
    hicuda_check(cudaFree(d_x), "scratch-variables.c:42: global free x y");
    hicuda_check(cudaFree(d_y), "scratch-variables.c:42: global free x y");
    float total = smoothed(1, 2);
    for (int i = 0; i < N; i++)
        total += y[i] * (i + 1);
    printf("%g\n", total);
    return 0;
}
