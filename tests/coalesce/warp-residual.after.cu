//@ flags: --reassociate
// It goes on from what is in memory, and writes more than once.
#include "harness.h"

__global__ void residual(float *y, float *length, const float *a, const float *x, int n, int m)
{
    // A warp for each row, its lanes side by side.
    const int lane = threadIdx.x % 32;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= n)
        return;
    float sum = y[row], squares = 0;
    if (lane != 0)
        sum = 0;
    for (int j = lane; j < m; j += 32) {
        float value = a[row * m + j];
        sum -= value * x[j];
        squares += value * value;
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
        squares += __shfl_xor_sync(0xffffffff, squares, offset);
    }
    if (lane == 0) {
        y[row] = sum;
        length[row] = squares;
        if (squares > 100)
            length[row] = 100;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = eighths(n * m, 1), *x = eighths(m, 2), *y = eighths(n, 3), *length = eighths(n, 4);
    residual<<<32 * ((n + 63) / 64), 64>>>(y, length, a, x, n, m);
    show("y", y, n * sizeof(float));
    show("length", length, n * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
