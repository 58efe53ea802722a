// A warp for each row, 16 bytes at a time; rows of a multiple of four.
#include "harness.h"

__global__ void dot(int *__restrict__ y, const int4 *__restrict__ a, const int4 *__restrict__ b, int n, int m)
{
    const int row = blockIdx.x * 8 + threadIdx.y;
    if (row >= n)
        return;
    int sum = 0;
#pragma unroll 4
    for (int j = threadIdx.x; j < m / 4; j += 32) {
        const int4 four = a[row * (m / 4) + j], by = b[row * (m / 4) + j];
        sum += four.x * by.x + four.y * by.y + four.z * by.z + four.w * by.w;
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    int *a = ints(n * m, 1), *b = ints(n * m, 2), *y = ints(n, 3);
    dot<<<(n + 7) / 8, dim3(32, 8)>>>(y, (const int4 *)a, (const int4 *)b, n, m);
    show("y", y, n * sizeof(int));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
