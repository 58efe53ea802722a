// Is every element of the row small, and is any negative?
#include "harness.h"

__global__ void votes(int *small, int *negative, const float *a, int n, int m)
{
    // A warp for each row, its lanes side by side.
    const int lane = threadIdx.x % 32;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= n)
        return;
    int all = 1, any = 0;
#pragma unroll 8
    for (int j = lane; j < m; j += 32) {
        if (a[row * m + j] > 18)
            all = 0;
        any = any || a[row * m + j] < -10;
    }
    all = __all_sync(0xffffffff, all);
    any = __any_sync(0xffffffff, any);
    if (lane == 0) {
        small[row] = all;
        negative[row] = any;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    int *small = ints(n, 2), *negative = ints(n, 3);
    votes<<<32 * ((n + 127) / 128), 128>>>(small, negative, a, n, m);
    show("small", small, n * sizeof(int));
    show("negative", negative, n * sizeof(int));
    cudaFree(a);
    return 0;
}
