//@ emit: cuda cpu
//@ run: cpu
// A called function that uses arrays and variables of the file gets them from
// the kernel; constants it has itself.
#include <stdio.h>

#define N 64

static const float weights[3] = {0.25f, 0.5f, 0.25f};
static const int border = 1;
float in[N], out[N];
int count = N;
float gain;

static int inside(int i)
{
    return i >= border && i < count - border;
}

static float smooth(int i)
{
    if (!inside(i))
        return in[i];
    float sum = 0;
    for (int k = -1; k <= 1; k++)
        sum += weights[k + 1] * in[i + k];
    return sum * gain;
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

static __constant__ const float weights_device[3] = {0.25f, 0.5f, 0.25f};

__device__ static int inside_filter(int i, int count)
{
    return i >= border && i < count - border;
}

__device__ static float smooth_filter(int i, int count, const float *in, float gain)
{
    if (!inside_filter(i, count))
        return in[i];
    float sum = 0;
    for (int k = -1; k <= 1; k++)
        sum += weights_device[k + 1] * in[i + k];
    return sum * gain;
}

// arrays-of-the-file.c:37: kernel filter
__global__ void filter(const float *__restrict__ in, float *__restrict__ out, int count, float gain)
{
    int i = blockIdx.x * 16 + threadIdx.x;
    out[i] = smooth_filter(i, count, in, gain);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        in[i] = i * i % 17;
    gain = 1.5f;
    float *d_in;
    hicuda_check(cudaMalloc((void **)&d_in, sizeof in), "arrays-of-the-file.c:35: global alloc in[*] copyin");
    hicuda_check(cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice), "arrays-of-the-file.c:35: global alloc in[*] copyin");
    float *d_out;
    hicuda_check(cudaMalloc((void **)&d_out, sizeof out), "arrays-of-the-file.c:36: global alloc out[*]");
    filter<<<4, 16>>>(d_in, d_out, count, gain);
    hicuda_launched(cudaGetLastError(), "arrays-of-the-file.c:37: kernel filter tblock(4) thread(16)");
    hicuda_check(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost), "arrays-of-the-file.c:42: global copyout out[*]");
    hicuda_check(cudaFree(d_in), "arrays-of-the-file.c:43: global free in out");
    hicuda_check(cudaFree(d_out), "arrays-of-the-file.c:43: global free in out");
    double total = 0;
    for (int i = 0; i < N; i++)
        total += out[i] * (i + 1);
    printf("%g %g\n", total, smooth(5));
    return 0;
}
