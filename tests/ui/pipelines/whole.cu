//@ emit: cuda hip
//@ run: cpu sim
// The device has room for both arrays: rounds move their own parts, and the host's memory stays in its place.
#include <stdio.h>

#define N 16384

float x[N], y[N], factor[4] = { 1, 2, 3, 4 };

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

// The rounds of a loop take these streams in turn: each round is in order, and others copy while it computes. Memory that
// a round gives back is kept for those that come.
static cudaStream_t hicuda_next_stream(void)
{
    static cudaStream_t streams[4];
    static unsigned int rounds;
    const char *what = "a stream for the rounds of a loop";
    if (!streams[0]) {
        unsigned long long keep_all = ~0ull;
        cudaMemPool_t pool;
        int device;
        hicuda_check(cudaGetDevice(&device), what);
        hicuda_check(cudaDeviceGetDefaultMemPool(&pool, device), what);
        hicuda_check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep_all), what);
        for (int i = 0; i < 4; i++)
            hicuda_check(cudaStreamCreate(&streams[i]), what);
    }
    return streams[rounds++ % 4];
}

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
}

// Memory of the host that stays in its place is copied faster, and while the host and kernels go on. Where it cannot be
// kept there, copies are only slower.
static void hicuda_pin(const void *host, size_t bytes)
{
    if (bytes && cudaHostRegister((void *)host, bytes, cudaHostRegisterDefault) != cudaSuccess)
        (void)cudaGetLastError();
}

static void hicuda_unpin(const void *host)
{
    if (cudaHostUnregister((void *)host) != cudaSuccess)
        (void)cudaGetLastError();
}

// whole.c:20: kernel scale
__global__ void scale(float *__restrict__ y, const float *__restrict__ factor, const float *__restrict__ x, int first, const int m)
{
    int i_chunk = (m + 7) / 8;
    int i_begin = first + blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, first + m);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 256)
        y[i] = factor[i % 4] * x[i];
}

int main(void)
{
    const int m = N / 8;
    for (int i = 0; i < N; i++)
        x[i] = i % 17;
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "whole.c:15: global alloc x[*] pinned");
    hicuda_pin(x, sizeof x);
    float *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "whole.c:16: global alloc y[*] pinned");
    hicuda_pin(y, sizeof y);
    float *d_factor;
    hicuda_check(cudaMalloc((void **)&d_factor, sizeof factor), "whole.c:17: global alloc factor[*] copyin");
    hicuda_check(cudaMemcpy(d_factor, factor, sizeof factor, cudaMemcpyHostToDevice), "whole.c:17: global alloc factor[*] copyin");
    for (int first = 0; first < N; first += m) {
        cudaStream_t stream = hicuda_next_stream();
        hicuda_require(first >= 0, "whole.c:19: the section of `x` starts before the section on the device");
        hicuda_require(first + m - 1 <= 16383, "whole.c:19: the section of `x` ends beyond the section on the device");
        hicuda_check(cudaMemcpyAsync(&d_x[first], &x[first], sizeof(float) * m, cudaMemcpyHostToDevice, stream), "whole.c:19: global copyin x[first:first+m-1]");
        scale<<<8, 256, 0, stream>>>(d_y, d_factor, d_x, first, m);
        hicuda_launched(cudaGetLastError(), "whole.c:20: kernel scale tblock(8) thread(256) nowait");
        hicuda_require(first >= 0, "whole.c:25: the section of `y` starts before the section on the device");
        hicuda_require(first + m - 1 <= 16383, "whole.c:25: the section of `y` ends beyond the section on the device");
        hicuda_check(cudaMemcpyAsync(&y[first], &d_y[first], sizeof(float) * m, cudaMemcpyDeviceToHost, stream), "whole.c:25: global copyout y[first:first+m-1]");
    }
    hicuda_check(cudaDeviceSynchronize(), "whole.c:18: the rounds of this loop");
    hicuda_check(cudaFree(d_x), "whole.c:27: global free x y factor");
    hicuda_unpin(x);
    hicuda_check(cudaFree(d_y), "whole.c:27: global free x y factor");
    hicuda_unpin(y);
    hicuda_check(cudaFree(d_factor), "whole.c:27: global free x y factor");
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += y[i] * (i % 3);
    printf("%.0f\n", sum);
    return 0;
}
