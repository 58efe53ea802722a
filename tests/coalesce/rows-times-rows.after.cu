//@ large: 2048 2048
// Every row times every other, and the distance to it: both operands are the same array.
#include "harness.h"

__global__ void compare(int *products, int *distances, const int *rows, int n, int m)
{
    // A block has 64 by 64 elements, each thread 4 by 4 of them: tiles serve them all.
    __shared__ int rows_tile[16][66];
    __shared__ int rows_tile2[16][66];
    const unsigned t = threadIdx.y * 16 + threadIdx.x;
    const int first_i = blockIdx.y * 64, first_j = blockIdx.x * 64;
    int product[4][4] = {};
    int distance[4][4] = {};
    // The next tiles are on their way while these are worked on.
    for (int next = 0; next < m + 16; next += 16) {
        int rows_next[4];
        int rows_next2[4];
#pragma unroll
        for (unsigned s = 0; s < 4; s++) {
            const unsigned e = s * 256 + t;
            const int i = first_i + e / 16, k = next + e % 16;
            rows_next[s] = i < n && k < m ? rows[i * m + k] : 0;
        }
#pragma unroll
        for (unsigned s = 0; s < 4; s++) {
            const unsigned e = s * 256 + t;
            const int j = first_j + e / 16, k = next + e % 16;
            rows_next2[s] = j < n && k < m ? rows[j * m + k] : 0;
        }
        if (next > 0) {
            const int first = next - 16, last = m < next ? m : next;
#pragma unroll 16
            for (int k = first; k < last; k++)
#pragma unroll
                for (int r = 0; r < 4; r++)
#pragma unroll
                    for (int q = 0; q < 4; q++) {
                        int d = rows_tile[k - first][threadIdx.y + 16 * r] - rows_tile2[k - first][threadIdx.x + 16 * q];
                        product[r][q] += rows_tile[k - first][threadIdx.y + 16 * r] * rows_tile2[k - first][threadIdx.x + 16 * q];
                        distance[r][q] += d * d;
                    }
        }
        __syncthreads();
#pragma unroll
        for (unsigned s = 0; s < 4; s++) {
            const unsigned e = s * 256 + t;
            rows_tile[e % 16][e / 16] = rows_next[s];
            rows_tile2[e % 16][e / 16] = rows_next2[s];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int q = 0; q < 4; q++) {
            const int i = first_i + threadIdx.y + 16 * r, j = first_j + threadIdx.x + 16 * q;
            if (i < n && j < n) {
                products[i * n + j] = product[r][q];
                distances[i * n + j] = distance[r][q];
            }
        }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    int *rows = ints(n * m, 1), *products = ints(n * n, 2), *distances = ints(n * n, 3);
    dim3 block(16, 16), grid((n + 63) / 64, (n + 63) / 64);
    compare<<<grid, block>>>(products, distances, rows, n, m);
    show("products", products, n * n * sizeof(int));
    show("distances", distances, n * n * sizeof(int));
    cudaFree(rows);
    return 0;
}
