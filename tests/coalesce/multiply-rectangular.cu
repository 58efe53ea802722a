//@ large: 12288 12288
// A block of 32 by 8 threads, the wrong one first.
#include "harness.h"

__global__ void multiply(float *c, const float *a, const float *b, int n, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < m)
        c[i * m + j] = a[i * m + j] * b[i * m + j];
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2), *c = floats(n * m, 3);
    dim3 block(32, 8), grid((n + 31) / 32, (m + 7) / 8);
    multiply<<<grid, block>>>(c, a, b, n, m);
    show("c", c, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
