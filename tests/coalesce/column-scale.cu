// A thread for each column: as coalesced as can be, and too few of them.
#include "harness.h"

__global__ void scale(float *__restrict__ b, const float *a, const float *factors, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= m)
        return;
    for (int i = 0; i < n; i++)
        b[i * m + column] = factors[i] * a[i * m + column];
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2), *factors = floats(n, 3);
    scale<<<(m + 255) / 256, 256>>>(b, a, factors, n, m);
    show("b", b, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(factors);
    return 0;
}
