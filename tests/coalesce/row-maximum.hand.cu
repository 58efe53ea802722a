// A warp for each row; of equal elements the first counts.
#include "harness.h"

__global__ void row_maximum(float *y, int *where, const float *__restrict__ a, int n, int m)
{
    const int row = blockIdx.x * 8 + threadIdx.y;
    if (row >= n)
        return;
    float greatest = -1e30f;
    int at = 0;
#pragma unroll 8
    for (int j = threadIdx.x; j < m; j += 32) {
        const float value = a[row * m + j];
        if (value > greatest) {
            greatest = value;
            at = j;
        }
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        const float other = __shfl_xor_sync(0xffffffff, greatest, offset);
        const int other_at = __shfl_xor_sync(0xffffffff, at, offset);
        if (other > greatest || (other == greatest && other_at < at)) {
            greatest = other;
            at = other_at;
        }
    }
    if (threadIdx.x == 0) {
        y[row] = greatest;
        where[row] = at;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *y = floats(n, 3);
    int *where = ints(n, 4);
    row_maximum<<<(n + 7) / 8, dim3(32, 8)>>>(y, where, a, n, m);
    show("y", y, n * sizeof(float));
    show("where", where, n * sizeof(int));
    cudaFree(a);
    return 0;
}
