//@ large: 2000000 70
// A parameter that is an array of rows.
#include "harness.h"

#define M 70

__global__ void sum_rows(float *y, const float a[][M], int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        float sum = 0;
        for (int j = 0; j < M; j++)
            sum = sum * 0.5f + a[row][j];
        y[row] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * M, 1), *y = floats(n, 3);
    sum_rows<<<(n + 63) / 64, 64>>>(y, (const float (*)[M])a, n);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    (void)m;
    return 0;
}
