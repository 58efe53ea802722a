//@ emit: cuda hip opencl
//@ run: cpu sim
// Each round copies a part in, computes and copies it out: while one computes, others copy.
#include <stdio.h>
#include <stdlib.h>

#include <hip/hip_runtime.h>

// A failed HIP call ends the program and names the directive behind it.
static void hicuda_check(hipError_t status, const char *directive)
{
    if (status != hipSuccess) {
        fprintf(stderr, "%s: %s\n", directive, hipGetErrorString(status));
        if ((status == hipErrorIllegalAddress || status == hipErrorLaunchFailure) && !getenv("WARPLOOM_SYNC"))
            fprintf(stderr, "a kernel failed before that: WARPLOOM_SYNC=1 in the environment shows which\n");
        exit(EXIT_FAILURE);
    }
}

// The host goes on while a kernel runs. What fails in the kernel is reported by the next transfer,
// or here if the program runs with WARPLOOM_SYNC=1.
static void hicuda_launched(hipError_t status, const char *directive)
{
    if (status == hipSuccess && getenv("WARPLOOM_SYNC"))
        status = hipDeviceSynchronize();
    hicuda_check(status, directive);
}

// The rounds of a loop take these streams in turn: each round is in order, and others copy while it computes. Memory that
// a round gives back is kept for those that come.
static hipStream_t hicuda_next_stream(void)
{
    static hipStream_t streams[4];
    static unsigned int rounds;
    const char *what = "a stream for the rounds of a loop";
    if (!streams[0]) {
        unsigned long long keep_all = ~0ull;
        hipMemPool_t pool;
        int device;
        hicuda_check(hipGetDevice(&device), what);
        hicuda_check(hipDeviceGetDefaultMemPool(&pool, device), what);
        hicuda_check(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &keep_all), what);
        for (int i = 0; i < 4; i++)
            hicuda_check(hipStreamCreate(&streams[i]), what);
    }
    return streams[rounds++ % 4];
}

// pipeline.c:16: kernel scale
__global__ void scale(float *__restrict__ y, const float *__restrict__ x, int c, const int m)
{
    int i_chunk = (m + 7) / 8;
    int i_begin = c + blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, c + m);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 256)
        y[i - c] = 2 * x[i - c] + 1;
}

int main(void)
{
    const int n = 1 << 14, m = 1 << 11;
    float *x = (float *)malloc(n * sizeof *x), *y = (float *)malloc(n * sizeof *y);
    for (int i = 0; i < n; i++)
        x[i] = i % 17;
    for (int c = 0; c < n; c += m) {
        hipStream_t stream = hicuda_next_stream();
        float *d_x;
        hicuda_check(hipMallocAsync((void **)&d_x, sizeof(float) * m, stream), "pipeline.c:14: global alloc x[c:c+m-1] copyin");
        hicuda_check(hipMemcpyAsync(d_x, &x[c], sizeof(float) * m, hipMemcpyHostToDevice, stream), "pipeline.c:14: global alloc x[c:c+m-1] copyin");
        float *d_y;
        hicuda_check(hipMallocAsync((void **)&d_y, sizeof(float) * m, stream), "pipeline.c:15: global alloc y[c:c+m-1]");
        scale<<<8, 256, 0, stream>>>(d_y, d_x, c, m);
        hicuda_launched(hipGetLastError(), "pipeline.c:16: kernel scale tblock(8) thread(256) nowait");
        hicuda_check(hipMemcpyAsync(&y[c], d_y, sizeof(float) * m, hipMemcpyDeviceToHost, stream), "pipeline.c:21: global copyout y[c:c+m-1]");
        hicuda_check(hipFreeAsync(d_x, stream), "pipeline.c:22: global free x y");
        hicuda_check(hipFreeAsync(d_y, stream), "pipeline.c:22: global free x y");
    }
    hicuda_check(hipDeviceSynchronize(), "pipeline.c:13: the rounds of this loop");
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += y[i] * (i % 3);
    printf("%.0f\n", sum);
    free(x);
    free(y);
    return 0;
}
