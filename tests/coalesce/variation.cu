//@ flags: --reassociate
// Differences of neighbours in the row, summed up in another order.
#include "harness.h"

__global__ void variation(float *y, const float *a, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0;
    for (int j = 0; j < m - 1; j++)
        sum += fabsf(a[row * m + j + 1] - a[row * m + j]);
    y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = eighths(n * m, 1), *y = eighths(n, 3);
    variation<<<(n + 63) / 64, 64>>>(y, a, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    return 0;
}
