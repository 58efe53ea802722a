// Elements of eight bytes.
#include "harness.h"

__global__ void running_product(const double *a, double *b, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    double product = 1;
    for (int j = 0; j < m; j++) {
        product = product * 0.5 + a[row * m + j];
        b[row * m + j] = product;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    double *a = doubles(n * m, 1), *b = doubles(n * m, 2);
    running_product<<<(n + 31) / 32, 32>>>(a, b, n, m);
    show("b", b, n * m * sizeof(double));
    cudaFree(a);
    return 0;
}
