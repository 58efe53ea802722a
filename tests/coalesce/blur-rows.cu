// A stencil of three along the row, each element on its own.
#include "harness.h"

__global__ void blur(float *__restrict__ b, const float *__restrict__ a, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    for (int j = 1; j < m - 1; j++)
        b[row * m + j] = (a[row * m + j - 1] + a[row * m + j] + a[row * m + j + 1]) / 3;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    blur<<<(n + 63) / 64, 64>>>(b, a, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
