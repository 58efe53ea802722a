//@ large: 2048 2048
// What BLAS calls gemm: a product that is scaled and added to what is there.
#include "harness.h"

__global__ void gemm(double *c, const double *a, const double *b, double alpha, double beta, int n, int m)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;

    if (i < n && j < m) {
        const int at = i * m + j; // the element of the thread
        double sum = 0.0;
        /* one column of `a` and one row of `b` at a time */
        for (int k = 0; k <= m - 1; k++) {
            const double x = a[i * m + k];
            sum += x * b[k * m + j];
        }
        // scaled, and added
        if (beta == 0.0)
            c[at] = alpha * sum;
        else
            c[at] = alpha * sum + beta * c[at];
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    double *a, *b, *c = doubles(n * m, 3);
    a = doubles(n * m, 1);
    b = doubles(m * m, 2);
    gemm<<<dim3((n + 7) / 8, (m + 31) / 32), dim3(8, 32)>>>(c, a, b, 0.5, 0.25, n, m);
    show("c", c, n * m * sizeof(double));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
