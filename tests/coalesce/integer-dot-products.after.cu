// Rows of two matrices, multiplied.
#include "harness.h"

__global__ void dot(int *y, const int *a, const int *b, int n, int m)
{
    // A warp for each row, its lanes side by side.
    const int lane = threadIdx.x % 32;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row < n) {
        int sum = 0;
#pragma unroll 8
        for (int j = lane; j < m; j += 32)
            sum += a[row * m + j] * b[row * m + j];
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, offset);
        if (lane == 0)
            y[row] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    int *a = ints(n * m, 1), *b = ints(n * m, 2), *y = ints(n, 3);
    dot<<<32 * ((n + 63) / 64), 64>>>(y, a, b, n, m);
    show("y", y, n * sizeof(int));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
