// A warp for each row, 16 bytes at a time; rows of a multiple of four.
#include "harness.h"

__global__ void votes(int *small, int *negative, const float4 *a, int n, int m)
{
    const int row = blockIdx.x * 8 + threadIdx.y;
    if (row >= n)
        return;
    float least = INFINITY, greatest = -INFINITY;
#pragma unroll 4
    for (int j = threadIdx.x; j < m / 4; j += 32) {
        const float4 four = a[row * (m / 4) + j];
        least = fminf(fminf(fminf(least, four.x), fminf(four.y, four.z)), four.w);
        greatest = fmaxf(fmaxf(fmaxf(greatest, four.x), fmaxf(four.y, four.z)), four.w);
    }
    const int all = __all_sync(0xffffffff, greatest <= 18), any = __any_sync(0xffffffff, least < -10);
    if (threadIdx.x == 0) {
        small[row] = all;
        negative[row] = any;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    int *small = ints(n, 2), *negative = ints(n, 3);
    votes<<<(n + 7) / 8, dim3(32, 8)>>>(small, negative, (const float4 *)a, n, m);
    show("small", small, n * sizeof(int));
    show("negative", negative, n * sizeof(int));
    cudaFree(a);
    return 0;
}
