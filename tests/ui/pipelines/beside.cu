//@ emit: cuda
//@ run: cpu sim
// What runs in streams of its own before the loop is over when the rounds begin; two kernels of a round keep their order.
#include <stdio.h>

#define N 8192

float x[N], y[N], weight[N], other[N];

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

// beside.c:16: kernel weigh
__global__ void weigh(float *__restrict__ weight)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    weight[i] = i % 5;
}

// beside.c:21: kernel fill
__global__ void fill(float *__restrict__ other)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    other[i] = 1;
}

// beside.c:30: kernel scale
__global__ void scale(const float *__restrict__ weight, float *__restrict__ x, int first, int last)
{
    int i_chunk = (last - first + 4) / 4;
    int i_begin = first + blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, last + 1);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 256)
        x[i - first] = weight[i] * x[i - first];
}

// beside.c:35: kernel shift
__global__ void shift(float *__restrict__ y, const float *__restrict__ x, int first, int last)
{
    int i_chunk = (last - first + 4) / 4;
    int i_begin = first + blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, last + 1);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 256)
        y[i - first] = x[i - first] + 1;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        x[i] = i % 17;
    float *d_weight;
    hicuda_check(cudaMalloc((void **)&d_weight, sizeof weight), "beside.c:14: global alloc weight[*]");
    float *d_other;
    hicuda_check(cudaMalloc((void **)&d_other, sizeof other), "beside.c:15: global alloc other[*]");
    weigh<<<32, 256, 0, hicuda_stream(0)>>>(d_weight);
    hicuda_launched(cudaGetLastError(), "beside.c:16: kernel weigh tblock(32) thread(256) nowait");
    fill<<<32, 256, 0, hicuda_stream(1)>>>(d_other);
    hicuda_launched(cudaGetLastError(), "beside.c:21: kernel fill tblock(32) thread(256) nowait");
    hicuda_check(cudaDeviceSynchronize(), "beside.c:26: the rounds of this loop");
    for (int part = 0; part < 8; part++) {
        int first = part * 1024, last = first + 1023;
        cudaStream_t stream = hicuda_next_stream();
        hicuda_require(first >= 0, "beside.c:28: the section of `x` starts before the array");
        hicuda_require(last < 8192, "beside.c:28: the section of `x` ends beyond the array");
        hicuda_require(first <= last + 1, "beside.c:28: the section of `x` ends before it starts");
        float *d_x;
        hicuda_check(cudaMallocAsync((void **)&d_x, sizeof(float) * (last - first + 1), stream), "beside.c:28: global alloc x[first:last] copyin");
        hicuda_check(cudaMemcpyAsync(d_x, &x[first], sizeof(float) * (last - first + 1), cudaMemcpyHostToDevice, stream), "beside.c:28: global alloc x[first:last] copyin");
        hicuda_require(first >= 0, "beside.c:29: the section of `y` starts before the array");
        hicuda_require(last < 8192, "beside.c:29: the section of `y` ends beyond the array");
        hicuda_require(first <= last + 1, "beside.c:29: the section of `y` ends before it starts");
        float *d_y;
        hicuda_check(cudaMallocAsync((void **)&d_y, sizeof(float) * (last - first + 1), stream), "beside.c:29: global alloc y[first:last] clear");
        hicuda_check(cudaMemsetAsync(d_y, 0, sizeof(float) * (last - first + 1), stream), "beside.c:29: global alloc y[first:last] clear");
        scale<<<4, 256, 0, stream>>>(d_weight, d_x, first, last);
        hicuda_launched(cudaGetLastError(), "beside.c:30: kernel scale tblock(4) thread(256) nowait");
        shift<<<4, 256, 0, stream>>>(d_y, d_x, first, last);
        hicuda_launched(cudaGetLastError(), "beside.c:35: kernel shift tblock(4) thread(256) nowait");
        hicuda_require(first <= last + 1, "beside.c:40: the section of `x` ends before it starts");
        hicuda_check(cudaMemcpyAsync(&x[first], d_x, sizeof(float) * (last - first + 1), cudaMemcpyDeviceToHost, stream), "beside.c:40: global copyout x[first:last]");
        hicuda_require(first <= last + 1, "beside.c:41: the section of `y` ends before it starts");
        hicuda_check(cudaMemcpyAsync(&y[first], d_y, sizeof(float) * (last - first + 1), cudaMemcpyDeviceToHost, stream), "beside.c:41: global copyout y[first:last]");
        hicuda_check(cudaFreeAsync(d_x, stream), "beside.c:42: global free x y");
        hicuda_check(cudaFreeAsync(d_y, stream), "beside.c:42: global free x y");
    }
    hicuda_check(cudaDeviceSynchronize(), "beside.c:26: the rounds of this loop");
    hicuda_check(cudaMemcpy(other, d_other, sizeof other, cudaMemcpyDeviceToHost), "beside.c:44: global copyout other[*]");
    hicuda_check(cudaFree(d_weight), "beside.c:45: global free weight other");
    hicuda_check(cudaFree(d_other), "beside.c:45: global free weight other");
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += y[i] * (i % 3) + x[i] + other[i];
    printf("%.0f\n", sum);
    return 0;
}
