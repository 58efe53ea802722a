// Tiles of 64 by 64, each thread 4 by 4 of it.
#include "harness.h"
#include "hand-products.h"

__global__ void __launch_bounds__(256) multiply(float *c, const float *__restrict__ a, const float *__restrict__ b, int n,
                                                int m, int l)
{
    __shared__ float x[K][T + 2], y[K][T + 2];
    float sums[OWN][OWN] = {};
    products<true, false>(
        x, y, n, m, l, sums, [&](int row, int k) { return a[row * l + k]; },
        [&](int k, int column) { return b[k * m + column]; },
        [](float &sum, float left, float right) { sum += left * right; },
        [&](int row, int column, float sum) { c[row * m + column] = sum; });
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70), l = n / 2 + m;
    float *a = floats(n * l, 1), *b = floats(l * m, 2), *c = floats(n * m, 3);
    multiply<<<tiles_of(n, m), 256>>>(c, a, b, n, m, l);
    show("c", c, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
