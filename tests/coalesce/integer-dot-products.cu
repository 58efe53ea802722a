// Rows of two matrices, multiplied.
#include "harness.h"

__global__ void dot(int *y, const int *a, const int *b, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        int sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[row * m + j] * b[row * m + j];
        y[row] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    int *a = ints(n * m, 1), *b = ints(n * m, 2), *y = ints(n, 3);
    dot<<<(n + 63) / 64, 64>>>(y, a, b, n, m);
    show("y", y, n * sizeof(int));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
