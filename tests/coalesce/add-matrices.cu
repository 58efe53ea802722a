// Three arrays, each thread a row.
#include "harness.h"

__global__ void add_rows(float *c, const float *a, const float *b, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    for (int j = 0; j < m; j++)
        c[row * m + j] = a[row * m + j] + b[row * m + j];
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2), *c = floats(n * m, 3);
    add_rows<<<(n + 63) / 64, 64>>>(c, a, b, n, m);
    add_rows<<<(n + 63) / 64, 64>>>(c, c, b, n, m);
    show("c", c, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
