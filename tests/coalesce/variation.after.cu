//@ flags: --reassociate
// Differences of neighbours in the row, summed up in another order.
#include "harness.h"

__global__ void variation(float *y, const float *a, int n, int m)
{
    // A warp for each row, its lanes side by side.
    const int lane = threadIdx.x % 32;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= n)
        return;
    float sum = 0;
#pragma unroll 8
    for (int j = lane; j < m - 1; j += 32)
        sum += fabsf(a[row * m + j + 1] - a[row * m + j]);
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (lane == 0)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = eighths(n * m, 1), *y = eighths(n, 3);
    variation<<<32 * ((n + 63) / 64), 64>>>(y, a, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    return 0;
}
