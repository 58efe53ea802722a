//@ access: 2, which bytes a vector is made of cannot be told before it runs
// Each thread has four numbers of its own, which it goes through twice.
#include "harness.h"

__global__ void normalise(float *b, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < 4; k++)
        sum += a[4 * i + k] * a[4 * i + k];
    for (int k = 0; k < 4; k++)
        b[4 * i + k] = a[4 * i + k] / sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    float *a = floats(4 * (size_t)n, 1), *b = floats(4 * (size_t)n, 2);
    normalise<<<(n + 255) / 256, 256>>>(b, a, n);
    show("b", b, 4 * n * sizeof(float));
    return 0;
}
