// In OpenCL: constants with and without values, counters of the device, streams, events, parts of buffers.
//@ run: processor
#include <stdio.h>

struct particle { float x, v; int steps; };

__constant__ float weights[4] = { 1.0f, 0.5f, 0.25f, 0.125f };
__constant__ int shift;
__device__ unsigned int seen = 3;
__device__ float total;

__host__ __device__ float clampf(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

__global__ void advance(struct particle *p, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    struct particle own = p[i];
    for (int k = 0; k < 4; k++)
        own.x += weights[k] * own.v * dt;
    own.x = clampf(own.x, -50.0f, 50.0f);
    own.steps += shift;
    p[i] = own;
    atomicAdd(&seen, 1u);
    atomicAdd(&total, 1.0f);
}

__global__ void scale(double *a, long n, double by)
{
    for (long i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x)
        a[i] *= by;
}

int main()
{
    enum { N = 500, M = 1000 };
    static struct particle p[N], *d_p;
    static double a[M], *d_a;
    int by = 2;
    unsigned int count;
    float ms = -1, sum;
    for (int i = 0; i < N; i++)
        p[i].x = i, p[i].v = i % 7 - 3;
    for (int i = 0; i < M; i++)
        a[i] = i;
    cudaStream_t streams[2];
    cudaEvent_t start, stop;
    for (int s = 0; s < 2; s++)
        cudaStreamCreate(&streams[s]);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaMalloc(&d_p, sizeof p);
    cudaMalloc(&d_a, sizeof a);
    cudaMemcpyToSymbol(shift, &by, sizeof by);
    cudaEventRecord(start, 0);
    cudaMemcpyAsync(d_p, p, sizeof p, cudaMemcpyHostToDevice, streams[0]);
    cudaMemcpyAsync(d_a, a, sizeof a, cudaMemcpyHostToDevice, streams[1]);
    advance<<<(N + 127) / 128, 128, 0, streams[0]>>>(d_p, N, 0.5f);
    scale<<<2, 64, 0, streams[1]>>>(d_a, M / 2, 2.0);
    scale<<<3, 64>>>(d_a + M / 2, M / 2, -1.0); // the second half
    cudaMemcpy(d_a, d_a + M / 2, 10 * sizeof *a, cudaMemcpyDeviceToDevice);
    cudaEventRecord(stop, 0);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);
    cudaMemcpy(p, d_p, sizeof p, cudaMemcpyDeviceToHost);
    cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&count, seen, sizeof count);
    cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    float x = 0;
    double all = 0;
    for (int i = 0; i < N; i++)
        x += p[i].x + p[i].steps;
    for (int i = 0; i < M; i++)
        all += a[i];
    printf("%.2f %.2f %u %.1f %s\n", x, all, count, sum, ms >= 0 ? "timed" : "not timed");
    for (int s = 0; s < 2; s++)
        cudaStreamDestroy(streams[s]);
    cudaFree(d_p), cudaFree(d_a);
    return cudaGetLastError() != cudaSuccess;
}
