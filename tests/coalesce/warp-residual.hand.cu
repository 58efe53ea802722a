// A warp for each row, 16 bytes at a time; rows of a multiple of four.
#include "harness.h"

__global__ void residual(float *y, float *length, const float4 *__restrict__ a, const float4 *__restrict__ x, int n, int m)
{
    const int row = blockIdx.x * 8 + threadIdx.y;
    if (row >= n)
        return;
    float sum = 0, squares = 0;
#pragma unroll 4
    for (int j = threadIdx.x; j < m / 4; j += 32) {
        const float4 four = a[row * (m / 4) + j], by = x[j];
        sum += four.x * by.x + four.y * by.y + four.z * by.z + four.w * by.w;
        squares += four.x * four.x + four.y * four.y + four.z * four.z + four.w * four.w;
    }
    for (int offset = 16; offset > 0; offset /= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
        squares += __shfl_xor_sync(0xffffffff, squares, offset);
    }
    if (threadIdx.x == 0) {
        y[row] -= sum;
        length[row] = fminf(squares, 100);
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = eighths(n * m, 1), *x = eighths(m, 2), *y = eighths(n, 3), *length = eighths(n, 4);
    residual<<<(n + 7) / 8, dim3(32, 8)>>>(y, length, (const float4 *)a, (const float4 *)x, n, m);
    show("y", y, n * sizeof(float));
    show("length", length, n * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
