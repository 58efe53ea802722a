// Tiles of 64 by 64, each thread 4 by 4 of it.
#include "harness.h"
#include "hand-products.h"

__global__ void __launch_bounds__(256) gemm(double *c, const double *__restrict__ a, const double *__restrict__ b,
                                            double alpha, double beta, int n, int m)
{
    __shared__ double x[K][T + 2], y[K][T + 2];
    double sums[OWN][OWN] = {};
    products<true, false>(
        x, y, n, m, m, sums, [&](int i, int k) { return a[i * m + k]; }, [&](int k, int j) { return b[k * m + j]; },
        [](double &sum, double left, double right) { sum += left * right; },
        [&](int i, int j, double sum) {
            c[i * m + j] = beta == 0.0 ? alpha * sum : alpha * sum + beta * c[i * m + j];
        });
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    double *a, *b, *c = doubles(n * m, 3);
    a = doubles(n * m, 1);
    b = doubles(m * m, 2);
    gemm<<<tiles_of(n, m), 256>>>(c, a, b, 0.5, 0.25, n, m);
    show("c", c, n * m * sizeof(double));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
