//@ flags: --reassociate
// Mean and variance of a row, then the row by them.
#include "harness.h"

__global__ void layer_norm(const float *a, float *b, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        float mean = 0, variance = 0;
        for (int j = 0; j < m; j++)
            mean += a[row * m + j];
        mean /= m;
        for (int j = 0; j < m; j++) {
            float d = a[row * m + j] - mean;
            variance += d * d;
        }
        float scale = rsqrtf(variance / m + 1e-5f);
        for (int j = 0; j < m; j++)
            b[row * m + j] = (a[row * m + j] - mean) * scale;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    layer_norm<<<(n + 63) / 64, 64>>>(a, b, n, m);
    show_rounded("b", b, n * m);
    cudaFree(a);
    return 0;
}
