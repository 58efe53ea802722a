// A sum along the row, in a block that is not a power of two.
#include "harness.h"

__global__ void row_sum(float *y, const float *a, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (row >= n) return;
    for (int j = 0; j < m; j++) sum += a[row * m + j];
    y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *y = floats(n, 3);
    row_sum<<<(n + 95) / 96, 96>>>(y, a, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    return 0;
}
