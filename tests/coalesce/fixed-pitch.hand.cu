// The rows of a block are one piece of memory.
#include "harness.h"

#define M 70

__global__ void sum_rows(float *y, const float *a, int n)
{
    __shared__ float rows[64 * (M + 1)];
    const int first = blockIdx.x * 64, count = min(64, n - first) * M;
#pragma unroll 10
    for (int e = threadIdx.x; e < count; e += 64)
        rows[e + e / M] = a[(size_t)first * M + e];
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int j = 0; j < M; j++)
        sum = sum * 0.5f + rows[threadIdx.x * (M + 1) + j];
    if (first + threadIdx.x < n)
        y[first + threadIdx.x] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * M, 1), *y = floats(n, 3);
    sum_rows<<<(n + 63) / 64, 64>>>(y, a, n);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    (void)m;
    return 0;
}
