// A loop around the loop, the same for all threads.
#include "harness.h"

__global__ void iterate(float *y, const float *a, const float *x, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float state = 0;
    for (int round = 0; round < 3; round++) {
        state *= x[0];
        for (int j = 0; j < m; j++)
            state = state * 0.5f + a[row * m + j];
    }
    y[row] = state;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *x = floats(m, 2), *y = floats(n, 3);
    iterate<<<(n + 63) / 64, 64>>>(y, a, x, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
