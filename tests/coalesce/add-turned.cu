// Two dimensions, the wrong one first.
#include "harness.h"

__global__ void add(float *c, const float *a, const float *b, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < m)
        c[i * m + j] = a[i * m + j] + b[i * m + j];
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2), *c = floats(n * m, 3);
    dim3 block(8, 8), grid((n + 7) / 8, (m + 7) / 8);
    add<<<grid, block>>>(c, a, b, n, m);
    show("c", c, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
