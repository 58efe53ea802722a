//@ flags: --reassociate
// The lecture's matrix times vector, where sums may be in another order.
#include "harness.h"

__global__ void matrix_vector(float *y, const float *a, const float *x, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        float sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[row * m + j] * x[j];
        y[row] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = eighths(n * m, 1), *x = eighths(m, 2), *y = eighths(n, 3);
    matrix_vector<<<(n + 127) / 128, 128>>>(y, a, x, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
