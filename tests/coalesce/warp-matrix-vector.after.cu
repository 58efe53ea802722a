//@ flags: --reassociate
// The lecture's matrix times vector, where sums may be in another order.
#include "harness.h"

__global__ void matrix_vector(float *y, const float *a, const float *x, int n, int m)
{
    // A warp for each row, its lanes side by side.
    const int lane = threadIdx.x % 32;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row < n) {
        float sum = 0;
#pragma unroll 8
        for (int j = lane; j < m; j += 32)
            sum += a[row * m + j] * x[j];
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, offset);
        if (lane == 0)
            y[row] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = eighths(n * m, 1), *x = eighths(m, 2), *y = eighths(n, 3);
    matrix_vector<<<32 * ((n + 127) / 128), 128>>>(y, a, x, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
