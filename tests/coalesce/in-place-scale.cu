// Each element on its own, in place.
#include "harness.h"

__global__ void scale(float *a, float factor, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n)
        for (int j = 0; j < m; j++)
            a[row * m + j] *= factor;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    dim3 grid((n + 63) / 64), block(64);
    scale<<<grid, block>>>(a, 1.5f, n, m);
    show("a", a, n * m * sizeof(float));
    return 0;
}
