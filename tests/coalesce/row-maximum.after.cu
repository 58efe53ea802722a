// The greatest element of a row, and where it is.
#include "harness.h"

__global__ void row_maximum(float *y, int *where, const float *a, int n, int m)
{
    // A warp for each row, its lanes side by side.
    const int lane = threadIdx.x % 32;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= n)
        return;
    float greatest = -1e30f;
    int at = 0;
#pragma unroll 8
    for (int j = lane; j < m; j += 32) {
        float value = a[row * m + j];
        if (value > greatest) {
            greatest = value;
            at = j;
        }
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        const float other_greatest = __shfl_xor_sync(0xffffffff, greatest, offset);
        const int other_at = __shfl_xor_sync(0xffffffff, at, offset);
        if (other_greatest > greatest || (other_greatest == greatest && other_at < at)) {
            greatest = other_greatest;
            at = other_at;
        }
    }
    if (lane == 0) {
        y[row] = greatest;
        where[row] = at;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *y = floats(n, 3);
    int *where = ints(n, 4);
    row_maximum<<<32 * ((n + 63) / 64), 64>>>(y, where, a, n, m);
    show("y", y, n * sizeof(float));
    show("where", where, n * sizeof(int));
    cudaFree(a);
    return 0;
}
