// Two loops along the row: a sum, then a division by it.
#include "harness.h"

__global__ void normalise(const float *a, float *b, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n) {
        float sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[row * m + j] * a[row * m + j];
        float factor = 1 / sqrtf(sum + 1);
        for (int j = 0; j < m; j++)
            b[row * m + j] = a[row * m + j] * factor;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    normalise<<<(n + 63) / 64, 64>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
