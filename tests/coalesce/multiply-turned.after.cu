//@ large: 2048 2048
// A matrix product whose threads lie across the rows.
#include "harness.h"

#define T 16

__global__ void multiply(float *c, const float *a, const float *b, int n, int m)
{
    int row = blockIdx.x * T + threadIdx.y;
    int column = blockIdx.y * T + threadIdx.x;
    if (row < n && column < m) {
        float sum = 0;
        for (int k = 0; k < m; k++)
            sum += a[row * m + k] * b[k * m + column];
        c[row * m + column] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(m * m, 2), *c = floats(n * m, 3);
    multiply<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(c, a, b, n, m);
    show("c", c, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
