//@ large: 2048 2048
// A matrix product as everybody writes it first: coalesced, and loading everything again and
// again.
#include "harness.h"

__global__ void multiply(float *c, const float *a, const float *b, int n, int m, int l)
{
    // A block has 64 by 64 elements, each thread 8 by 4 of them: tiles serve them all.
    __shared__ float a_tile[16][66];
    __shared__ float b_tile[16][64];
    const unsigned t = threadIdx.y * 16 + threadIdx.x;
    const int first_row = blockIdx.y * 64, first_column = blockIdx.x * 64;
    float sum[8][4] = {};
    // The next tiles are on their way while these are worked on.
    for (int next = 0; next < l + 16; next += 16) {
        float a_next[8];
        float b_next[8];
#pragma unroll
        for (unsigned s = 0; s < 8; s++) {
            const unsigned e = s * 128 + t;
            const int row = first_row + e / 16, k = next + e % 16;
            a_next[s] = row < n && k < l ? a[row * l + k] : 0;
        }
#pragma unroll
        for (unsigned s = 0; s < 8; s++) {
            const unsigned e = s * 128 + t;
            const int column = first_column + e % 64, k = next + e / 64;
            b_next[s] = column < m && k < l ? b[k * m + column] : 0;
        }
        if (next > 0) {
            const int first = next - 16, last = l < next ? l : next;
#pragma unroll 16
            for (int k = first; k < last; k++)
#pragma unroll
                for (int r = 0; r < 8; r++)
#pragma unroll
                    for (int q = 0; q < 4; q++)
                        sum[r][q] += a_tile[k - first][threadIdx.y + 8 * r] * b_tile[k - first][threadIdx.x + 16 * q];
        }
        __syncthreads();
#pragma unroll
        for (unsigned s = 0; s < 8; s++) {
            const unsigned e = s * 128 + t;
            a_tile[e % 16][e / 16] = a_next[s];
            b_tile[e / 64][e % 64] = b_next[s];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
#pragma unroll
        for (int q = 0; q < 4; q++) {
            const int row = first_row + threadIdx.y + 8 * r, column = first_column + threadIdx.x + 16 * q;
            if (row < n && column < m)
                c[row * m + column] = sum[r][q];
        }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70), l = n / 2 + m;
    float *a = floats(n * l, 1), *b = floats(l * m, 2), *c = floats(n * m, 3);
    dim3 block(16, 8);
    dim3 grid((m + 63) / 64, (n + 63) / 64);
    multiply<<<grid, block>>>(c, a, b, n, m, l);
    show("c", c, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
