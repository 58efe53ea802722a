// A warp for each row, two loads of neighbours from the cache.
#include "harness.h"

__global__ void variation(float *y, const float *__restrict__ a, int n, int m)
{
    const int row = blockIdx.x * 8 + threadIdx.y;
    if (row >= n)
        return;
    float sum = 0;
#pragma unroll 8
    for (int j = threadIdx.x; j < m - 1; j += 32)
        sum += fabsf(a[row * m + j + 1] - a[row * m + j]);
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = eighths(n * m, 1), *y = eighths(n, 3);
    variation<<<(n + 7) / 8, dim3(32, 8)>>>(y, a, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    return 0;
}
