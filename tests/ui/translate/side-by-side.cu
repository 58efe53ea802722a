//@ emit: cuda hip opencl
//@ run: cpu sim
// Two kernels that share only what they read run side by side; the third needs both.
#include <stdio.h>

#define N 4096

float c[N], a[N], b[N], sum[N];

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

// Kernels with `nowait` that have nothing to do with each other run side by side, each group of
// them in a stream. Whatever else the device does waits for all streams, and they for it.
static cudaStream_t hicuda_stream(int group)
{
    static cudaStream_t streams[8];
    if (!streams[group])
        hicuda_check(cudaStreamCreate(&streams[group]), "a stream for kernels with nowait");
    return streams[group];
}

// side-by-side.c:18: kernel left
__global__ void left(float *__restrict__ a, const float *__restrict__ c)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    a[i] = 2 * c[i];
}

// side-by-side.c:23: kernel right
__global__ void right(float *__restrict__ b, const float *__restrict__ c)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    b[i] = c[i] + 1;
}

// side-by-side.c:28: kernel again
__global__ void again(float *__restrict__ a)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    a[i] = a[i] * a[i];
}

// side-by-side.c:33: kernel join
__global__ void join(float *__restrict__ sum, const float *__restrict__ a, const float *__restrict__ b)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    sum[i] = a[i] + b[i];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        c[i] = i % 17;
    float *d_c;
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "side-by-side.c:14: global alloc c[*] copyin");
    hicuda_check(cudaMemcpy(d_c, c, sizeof c, cudaMemcpyHostToDevice), "side-by-side.c:14: global alloc c[*] copyin");
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "side-by-side.c:15: global alloc a[*]");
    float *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "side-by-side.c:16: global alloc b[*]");
    float *d_sum;
    hicuda_check(cudaMalloc((void **)&d_sum, sizeof sum), "side-by-side.c:17: global alloc sum[*]");
    left<<<16, 256, 0, hicuda_stream(0)>>>(d_a, d_c);
    hicuda_launched(cudaGetLastError(), "side-by-side.c:18: kernel left tblock(16) thread(256) nowait");
    right<<<16, 256, 0, hicuda_stream(1)>>>(d_b, d_c);
    hicuda_launched(cudaGetLastError(), "side-by-side.c:23: kernel right tblock(16) thread(256) nowait");
    again<<<16, 256, 0, hicuda_stream(0)>>>(d_a);
    hicuda_launched(cudaGetLastError(), "side-by-side.c:28: kernel again tblock(16) thread(256) nowait");
    join<<<16, 256>>>(d_sum, d_a, d_b);
    hicuda_launched(cudaGetLastError(), "side-by-side.c:33: kernel join tblock(16) thread(256)");
    hicuda_check(cudaMemcpy(sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost), "side-by-side.c:38: global copyout sum[*]");
    hicuda_check(cudaFree(d_a), "side-by-side.c:39: global free a b c sum");
    hicuda_check(cudaFree(d_b), "side-by-side.c:39: global free a b c sum");
    hicuda_check(cudaFree(d_c), "side-by-side.c:39: global free a b c sum");
    hicuda_check(cudaFree(d_sum), "side-by-side.c:39: global free a b c sum");
    double total = 0;
    for (int i = 0; i < N; i++)
        total += sum[i];
    printf("%.0f\n", total);
    return 0;
}
