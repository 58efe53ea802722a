//@ emit: cuda
//@ run: cpu
// A thread that has all of its iterations tests that once. Loops that only store, and those
// of which each block has an uneven part, test each copy.
#include <stdio.h>

#define N 1020

float x[N], y[N], z[N], back[N], part[N];
int count[N];

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

// whole-batch.c:22: kernel combine
__global__ void combine(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ z)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    if (i + 96 < N) {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            float product = x[i + 32 * u] * y[i + 32 * u], sum = x[i + 32 * u] + y[i + 32 * u];
            z[i + 32 * u] = product - sum;
        }
    } else {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + 32 * u < N) {
                float product = x[i + 32 * u] * y[i + 32 * u], sum = x[i + 32 * u] + y[i + 32 * u];
                z[i + 32 * u] = product - sum;
            }
        }
    }
}

// whole-batch.c:29: kernel backwards
__global__ void backwards(float *__restrict__ back, const float *__restrict__ x, const float *__restrict__ y)
{
    int i = N - 1 - (blockIdx.x * 128 + threadIdx.x);
    if (i - 96 >= 0) {
        #pragma unroll
        for (int u = 0; u < 4; u++)
            back[i - 32 * u] = x[i - 32 * u] - y[i - 32 * u];
    } else {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i - 32 * u >= 0)
                back[i - 32 * u] = x[i - 32 * u] - y[i - 32 * u];
        }
    }
}

// whole-batch.c:34: kernel number
__global__ void number(int *__restrict__ count)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        if (i + 32 * u < N)
            count[i + 32 * u] = (i + 32 * u) * 3;
    }
}

// whole-batch.c:39: kernel uneven
__global__ void uneven(float *__restrict__ part, const float *__restrict__ x, const float *__restrict__ y)
{
    int i = blockIdx.x * 114 + threadIdx.x;
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        if (threadIdx.x + 32 * u < 114 && i + 32 * u < N)
            part[i + 32 * u] = x[i + 32 * u] + 2 * y[i + 32 * u];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 17, y[i] = i % 5;
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "whole-batch.c:16: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "whole-batch.c:16: global alloc x[*] copyin");
    float *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "whole-batch.c:17: global alloc y[*] copyin");
    hicuda_check(cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice), "whole-batch.c:17: global alloc y[*] copyin");
    float *d_z;
    hicuda_check(cudaMalloc((void **)&d_z, sizeof z), "whole-batch.c:18: global alloc z[*]");
    float *d_back;
    hicuda_check(cudaMalloc((void **)&d_back, sizeof back), "whole-batch.c:19: global alloc back[*]");
    float *d_part;
    hicuda_check(cudaMalloc((void **)&d_part, sizeof part), "whole-batch.c:20: global alloc part[*]");
    int *d_count;
    hicuda_check(cudaMalloc((void **)&d_count, sizeof count), "whole-batch.c:21: global alloc count[*]");
    combine<<<(N + 127) / 128, 32>>>(d_x, d_y, d_z);
    hicuda_launched(cudaGetLastError(), "whole-batch.c:22: kernel combine tblock((N + 127) / 128) thread(32)");
    backwards<<<(N + 127) / 128, 32>>>(d_back, d_x, d_y);
    hicuda_launched(cudaGetLastError(), "whole-batch.c:29: kernel backwards tblock((N + 127) / 128) thread(32)");
    number<<<(N + 127) / 128, 32>>>(d_count);
    hicuda_launched(cudaGetLastError(), "whole-batch.c:34: kernel number tblock((N + 127) / 128) thread(32)");
    uneven<<<9, 32>>>(d_part, d_x, d_y);
    hicuda_launched(cudaGetLastError(), "whole-batch.c:39: kernel uneven tblock(9) thread(32)");
    hicuda_check(cudaMemcpy(part, d_part, sizeof part, cudaMemcpyDeviceToHost), "whole-batch.c:44: global copyout part[*]");
    hicuda_check(cudaMemcpy(z, d_z, sizeof z, cudaMemcpyDeviceToHost), "whole-batch.c:45: global copyout z[*]");
    hicuda_check(cudaMemcpy(back, d_back, sizeof back, cudaMemcpyDeviceToHost), "whole-batch.c:46: global copyout back[*]");
    hicuda_check(cudaMemcpy(count, d_count, sizeof count, cudaMemcpyDeviceToHost), "whole-batch.c:47: global copyout count[*]");
    hicuda_check(cudaFree(d_x), "whole-batch.c:48: global free x y z back part count");
    hicuda_check(cudaFree(d_y), "whole-batch.c:48: global free x y z back part count");
    hicuda_check(cudaFree(d_z), "whole-batch.c:48: global free x y z back part count");
    hicuda_check(cudaFree(d_back), "whole-batch.c:48: global free x y z back part count");
    hicuda_check(cudaFree(d_part), "whole-batch.c:48: global free x y z back part count");
    hicuda_check(cudaFree(d_count), "whole-batch.c:48: global free x y z back part count");
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += z[i] * (i + 1) + back[i] * (i % 7) + part[i] * (i % 11) + count[i];
    printf("%.1f %g %g %d\n", sum, z[N - 1], back[0], count[N - 1]);
    return 0;
}
