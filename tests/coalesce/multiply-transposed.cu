//@ large: 2048 2048
// Both matrices of a product transposed: one is coalesced, one is not, and the result is
// written across.
#include "harness.h"

__global__ void multiply(float *c, const float *a, const float *b, size_t n, size_t m)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < n && j < m) {
        float sum = 0;
        for (size_t k = 0; k < m; k++)
            sum += a[k * n + i] * b[j * m + k];
        c[i * m + j] = sum;
    }
}

int main(int argc, char **argv)
{
    size_t n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(m * n, 1), *b = floats(m * m, 2), *c = floats(n * m, 3);
    dim3 block(32, 8), grid((n + 31) / 32, (m + 7) / 8);
    multiply<<<grid, block>>>(c, a, b, n, m);
    show("c", c, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
