// The lecture's other matrix times vector: a column for each thread. They are few.
//@ flags: --reassociate
//@ large: 16384 16384
#include "harness.h"

__global__ void transposed_matrix_vector(float *y, const float *a, const float *x, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column < m) {
        float sum = 0;
        for (int i = 0; i < n; i++)
            sum += a[i * m + column] * x[i];
        y[column] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = eighths((size_t)n * m, 1), *x = eighths(n, 2), *y = eighths(m, 3);
    transposed_matrix_vector<<<(m + 127) / 128, 128>>>(y, a, x, n, m);
    show("y", y, m * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
