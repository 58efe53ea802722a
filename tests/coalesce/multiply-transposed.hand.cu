// Tiles of 64 by 64, each thread 4 by 4 of it.
#include "harness.h"
#include "hand-products.h"

__global__ void __launch_bounds__(256) multiply(float *c, const float *__restrict__ a, const float *__restrict__ b, int n,
                                                int m)
{
    __shared__ float x[K][T + 2], y[K][T + 2];
    float sums[OWN][OWN] = {};
    products<false, true>(
        x, y, n, m, m, sums, [&](int i, int k) { return a[(size_t)k * n + i]; },
        [&](int k, int j) { return b[(size_t)j * m + k]; },
        [](float &sum, float left, float right) { sum += left * right; },
        [&](int i, int j, float sum) { c[(size_t)i * m + j] = sum; });
}

int main(int argc, char **argv)
{
    size_t n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(m * n, 1), *b = floats(m * m, 2), *c = floats(n * m, 3);
    multiply<<<tiles_of(n, m), 256>>>(c, a, b, n, m);
    show("c", c, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
