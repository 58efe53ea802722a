//@ access: 8, each row's own thread loads the column behind a tile
// Neighbours in the row: a tile with one column more.
#include "harness.h"

__global__ void trend(float *__restrict__ b, const float *__restrict__ a, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float state = 0;
    for (int j = 0; j < m - 1; j++) {
        state = 0.5f * state + a[row * m + j + 1] - a[row * m + j];
        b[row * m + j] = state;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    trend<<<(n + 63) / 64, 64>>>(b, a, n, m);
    show("b", b, n * m * sizeof(float));
    cudaFree(a);
    return 0;
}
