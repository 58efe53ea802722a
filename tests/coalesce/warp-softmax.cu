//@ flags: --reassociate
// A maximum, a sum, and a division in place.
#include "harness.h"

__global__ void softmax(const float *a, float *b, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float greatest = -1e30f;
    for (int j = 0; j < m; j++)
        greatest = fmaxf(greatest, a[row * m + j]);
    float sum = 0;
    for (int j = 0; j < m; j++) {
        b[row * m + j] = expf(a[row * m + j] - greatest);
        sum += b[row * m + j];
    }
    for (int j = 0; j < m; j++)
        b[row * m + j] /= sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    softmax<<<(n + 63) / 64, 64>>>(a, b, n, m);
    show_rounded("b", b, n * m);
    cudaFree(a);
    return 0;
}
