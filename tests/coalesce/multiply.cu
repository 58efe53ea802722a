//@ large: 2048 2048
// A matrix product as everybody writes it first: coalesced, and loading everything again and
// again.
#include "harness.h"

__global__ void multiply(float *c, const float *a, const float *b, int n, int m, int l)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= m)
        return;
    float sum = 0.0f;
    for (int k = 0; k < l; k++)
        sum += a[row * l + k] * b[k * m + column];
    c[row * m + column] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70), l = n / 2 + m;
    float *a = floats(n * l, 1), *b = floats(l * m, 2), *c = floats(n * m, 3);
    dim3 block(16, 16);
    dim3 grid((m + 15) / 16, (n + 15) / 16);
    multiply<<<grid, block>>>(c, a, b, n, m, l);
    show("c", c, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
