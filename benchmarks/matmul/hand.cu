// A block computes a 128 x 128 tile of C, each of its 256 threads 8 x 8 of it in
// registers. The tile of A is stored column by column, so that a thread reads
// its rows with two 16-byte loads.
extern "C" {
#include "matmul.h"
}
#include "../hand.h"

constexpr int TILE = 128, DEPTH = 8;

__global__ void __launch_bounds__(256)
matmul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    __shared__ float a_tile[DEPTH][TILE];
    __shared__ float b_tile[DEPTH][TILE];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const int row0 = blockIdx.y * TILE, column0 = blockIdx.x * TILE;
    const int a_row = t / 2, a_column = t % 2 * 4, b_row = t / 32, b_column = t % 32 * 4;
    float sum[8][8] = {};

    for (int kk = 0; kk < N; kk += DEPTH) {
        const float4 four = *(const float4 *)&a[(row0 + a_row) * N + kk + a_column];
        a_tile[a_column][a_row] = four.x;
        a_tile[a_column + 1][a_row] = four.y;
        a_tile[a_column + 2][a_row] = four.z;
        a_tile[a_column + 3][a_row] = four.w;
        *(float4 *)&b_tile[b_row][b_column] = *(const float4 *)&b[(kk + b_row) * N + column0 + b_column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < DEPTH; k++) {
            float rows[8], columns[8];
            *(float4 *)&rows[0] = *(float4 *)&a_tile[k][ty * 4];
            *(float4 *)&rows[4] = *(float4 *)&a_tile[k][64 + ty * 4];
            *(float4 *)&columns[0] = *(float4 *)&b_tile[k][tx * 4];
            *(float4 *)&columns[4] = *(float4 *)&b_tile[k][64 + tx * 4];
#pragma unroll
            for (int u = 0; u < 8; u++)
#pragma unroll
                for (int v = 0; v < 8; v++)
                    sum[u][v] += rows[u] * columns[v];
        }
        __syncthreads();
    }
#pragma unroll
    for (int u = 0; u < 8; u++) {
        float *row = &c[(row0 + u / 4 * 64 + ty * 4 + u % 4) * N + column0 + tx * 4];
        *(float4 *)row = make_float4(sum[u][0], sum[u][1], sum[u][2], sum[u][3]);
        *(float4 *)(row + 64) = make_float4(sum[u][4], sum[u][5], sum[u][6], sum[u][7]);
    }
}

extern "C" void multiply(const float a[N][N], const float b[N][N], float c[N][N])
{
    static_assert(N % TILE == 0, "whole tiles");
    Device<float> left(a, N * N), right(b, N * N), product(N * N);
    matmul<<<dim3(N / TILE, N / TILE), 256>>>(left, right, product);
    product.copy_to(c);
}
