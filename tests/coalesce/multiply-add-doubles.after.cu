//@ large: 2048 2048
// What BLAS calls gemm: a product that is scaled and added to what is there.
#include "harness.h"

__global__ void gemm(double *c, const double *a, const double *b, double alpha, double beta, int n, int m)
{
    // A block has 64 by 64 elements, each thread 8 by 4 of them: tiles serve them all.
    __shared__ double a_tile[16][65];
    __shared__ double b_tile[16][64];
    const unsigned t = threadIdx.y * 16 + threadIdx.x;
    const int first_i = blockIdx.x * 64, first_j = blockIdx.y * 64;
    double sum[8][4] = {};
    /* one column of `a` and one row of `b` at a time */
    // The next tiles are on their way while these are worked on.
    for (int next = 0; next <= m - 1 + 16; next += 16) {
        double a_next[8];
        double b_next[8];
#pragma unroll
        for (unsigned s = 0; s < 8; s++) {
            const unsigned e = s * 128 + t;
            const int i = first_i + e / 16, k = next + e % 16;
            a_next[s] = i < n && k <= m - 1 ? a[i * m + k] : 0;
        }
#pragma unroll
        for (unsigned s = 0; s < 8; s++) {
            const unsigned e = s * 128 + t;
            const int j = first_j + e % 64, k = next + e / 64;
            b_next[s] = j < m && k <= m - 1 ? b[k * m + j] : 0;
        }
        if (next > 0) {
            const int first = next - 16, last = m - 1 < next ? m - 1 + 1 : next;
#pragma unroll 16
            for (int k = first; k < last; k++)
#pragma unroll
                for (int r = 0; r < 8; r++)
#pragma unroll
                    for (int q = 0; q < 4; q++) {
                        const double x = a_tile[k - first][threadIdx.y + 8 * r];
                        sum[r][q] += x * b_tile[k - first][threadIdx.x + 16 * q];
                    }
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
            const int i = first_i + threadIdx.y + 8 * r, j = first_j + threadIdx.x + 16 * q;
            if (i < n && j < m) {
                const int at = i * m + j;
                // scaled, and added
                if (beta == 0.0)
                    c[at] = alpha * sum[r][q];
                else
                    c[at] = alpha * sum[r][q] + beta * c[at];
            }
        }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    double *a, *b, *c = doubles(n * m, 3);
    a = doubles(n * m, 1);
    b = doubles(m * m, 2);
    gemm<<<dim3((n + 63) / 64, (m + 63) / 64), dim3(16, 8)>>>(c, a, b, 0.5, 0.25, n, m);
    show("c", c, n * m * sizeof(double));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
