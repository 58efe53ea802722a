//@ emit: cuda cpu
//@ run: cpu
// `fastmath` is a matter of one kernel and of what it calls: the other keeps the
// exact functions.
#include <math.h>
#include <stdio.h>

float x[256], y[256], z[256];

__device__ static float shrunk(float value)
{
    float p = value + 1;
    return 3.0f / sqrtf(value) + value / p - 1.5f / p + value / 3.0f + p / (2.0f * value * sqrtf(p));
}

// A variable that stays a root is one; another is not.
static float rooted(float value)
{
    float root = sqrtf(value), grown = sqrtf(value);
    grown += 1;
    return (value + 2) / root + value / grown;
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

__device__ static float shrunk_quick(float value)
{
    float p = value + 1;
    return 3.0f * rsqrtf(value) + value * __fdividef(1.0f, p) - 1.5f * __fdividef(1.0f, p) + value * (1.0f / 3.0f) + __fdividef(p, 2.0f * value) * rsqrtf(p);
}

__device__ static float rooted_quick(float value)
{
    float root = __fdividef(1.0f, rsqrtf(value)), grown = __fdividef(1.0f, rsqrtf(value));
    grown += 1;
    return (value + 2) * rsqrtf(value) + __fdividef(value, grown);
}

// fast-intrinsics.c:31: kernel quick
__global__ void quick(float *__restrict__ y, const float *__restrict__ x)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    y[i] = __fdividef(__expf(-x[i]), x[i]) + rsqrtf(x[i]) + __sinf(x[i]) * __cosf(x[i]) + __powf(x[i], 1.5f) + log((double)x[i]) + shrunk_quick(x[i]) + rooted_quick(x[i]);
}

// fast-intrinsics.c:37: kernel exact
__global__ void exact(float *__restrict__ z, const float *__restrict__ x)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    z[i] = expf(-x[i]) / x[i] + 1.0f / sqrtf(x[i]) + shrunk(x[i]);
}

int main(void)
{
    for (int i = 0; i < 256; i++)
        x[i] = i * 0.01f + 1;
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "fast-intrinsics.c:28: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "fast-intrinsics.c:28: global alloc x[*] copyin");
    float *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "fast-intrinsics.c:29: global alloc y[*]");
    float *d_z;
    hicuda_check(cudaMalloc((void **)&d_z, sizeof z), "fast-intrinsics.c:30: global alloc z[*]");
    quick<<<4, 64>>>(d_y, d_x);
    hicuda_launched(cudaGetLastError(), "fast-intrinsics.c:31: kernel quick tblock(4) thread(64) fastmath");
    exact<<<4, 64>>>(d_z, d_x);
    hicuda_launched(cudaGetLastError(), "fast-intrinsics.c:37: kernel exact tblock(4) thread(64)");
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "fast-intrinsics.c:42: global copyout y[*]");
    hicuda_check(cudaMemcpy(z, d_z, sizeof z, cudaMemcpyDeviceToHost), "fast-intrinsics.c:43: global copyout z[*]");
    hicuda_check(cudaFree(d_x), "fast-intrinsics.c:44: global free x y z");
    hicuda_check(cudaFree(d_y), "fast-intrinsics.c:44: global free x y z");
    hicuda_check(cudaFree(d_z), "fast-intrinsics.c:44: global free x y z");
    for (int i = 0; i < 256; i += 51)
        printf("%.3f %.3f\n", y[i], z[i]);
    return 0;
}
