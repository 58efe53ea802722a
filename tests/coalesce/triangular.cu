// Threads whose rows differ in length.
#include "harness.h"

__global__ void lower_product(float *y, const float *a, const float *x, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || row >= m)
        return;
    float sum = 0;
    for (int j = 0; j <= row; j++)
        sum += a[row * m + j] * x[j];
    y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *x = floats(m, 2), *y = floats(n, 3);
    lower_product<<<(n + 63) / 64, 64>>>(y, a, x, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
