// A warp for each row, 16 bytes at a time; rows of a multiple of four.
#include "harness.h"

__global__ void extremes(float *__restrict__ low, float *__restrict__ high, const float4 *__restrict__ a, int n, int m)
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
    for (int offset = 16; offset > 0; offset /= 2) {
        least = fminf(least, __shfl_down_sync(0xffffffff, least, offset));
        greatest = fmaxf(greatest, __shfl_down_sync(0xffffffff, greatest, offset));
    }
    if (threadIdx.x == 0) {
        low[row] = least;
        high[row] = greatest;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *low = floats(n, 2), *high = floats(n, 3);
    extremes<<<(n + 7) / 8, dim3(32, 8)>>>(low, high, (const float4 *)a, n, m);
    show("low", low, n * sizeof(float));
    show("high", high, n * sizeof(float));
    cudaFree(a);
    return 0;
}
