//@ large: 2048 2048
// Both matrices of a product transposed: one is coalesced, one is not, and the result is
// written across.
#include "harness.h"

__global__ void multiply(float *c, const float *a, const float *b, size_t n, size_t m)
{
    // A block has 64 by 64 elements, each thread 8 by 4 of them: tiles serve them all.
    __shared__ float a_tile[16][64];
    __shared__ float b_tile[16][66];
    const unsigned t = threadIdx.y * 16 + threadIdx.x;
    const size_t first_i = blockIdx.x * 64, first_j = blockIdx.y * 64;
    float sum[8][4] = {};
    // The next tiles are on their way while these are worked on.
    for (size_t next = 0; next < m + 16; next += 16) {
        float a_next[8];
        float b_next[8];
#pragma unroll
        for (unsigned s = 0; s < 8; s++) {
            const unsigned e = s * 128 + t;
            const size_t i = first_i + e % 64, k = next + e / 64;
            a_next[s] = i < n && k < m ? a[k * n + i] : 0;
        }
#pragma unroll
        for (unsigned s = 0; s < 8; s++) {
            const unsigned e = s * 128 + t;
            const size_t j = first_j + e / 16, k = next + e % 16;
            b_next[s] = j < m && k < m ? b[j * m + k] : 0;
        }
        if (next > 0) {
            const size_t first = next - 16, last = m < next ? m : next;
#pragma unroll 16
            for (size_t k = first; k < last; k++)
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
            a_tile[e / 64][e % 64] = a_next[s];
            b_tile[e % 16][e / 16] = b_next[s];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 8; r++)
#pragma unroll
        for (int q = 0; q < 4; q++) {
            const size_t i = first_i + threadIdx.y + 8 * r, j = first_j + threadIdx.x + 16 * q;
            if (i < n && j < m)
                c[i * m + j] = sum[r][q];
        }
}

int main(int argc, char **argv)
{
    size_t n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(m * n, 1), *b = floats(m * m, 2), *c = floats(n * m, 3);
    dim3 block(16, 8), grid((n + 63) / 64, (m + 63) / 64);
    multiply<<<grid, block>>>(c, a, b, n, m);
    show("c", c, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
