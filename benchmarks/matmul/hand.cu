// A block computes a square tile of C, each thread PER x PER of it in registers. While it
// multiplies one slice of the tiles of A and B, the next is on its way: it waits in
// registers, and goes to the other half of shared memory. The tile of A is stored column by
// column, so that a thread reads its rows 16 bytes at once.
extern "C" {
#include "matmul.h"
}
#include "../hand.h"

template <int TILE, int PER, int DEPTH>
struct Shape {
    static constexpr int threads = (TILE / PER) * (TILE / PER), vectors = TILE * DEPTH / 4 / threads;
};

template <int TILE, int PER, int DEPTH>
__global__ void __launch_bounds__(Shape<TILE, PER, DEPTH>::threads)
matmul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    constexpr int THREADS = Shape<TILE, PER, DEPTH>::threads, VECTORS = Shape<TILE, PER, DEPTH>::vectors;
    constexpr int GROUPS = PER / 4, APART = TILE / GROUPS;
    __shared__ __align__(16) float a_tile[2][DEPTH][TILE], b_tile[2][DEPTH][TILE];
    const int t = threadIdx.x, tx = t % (TILE / PER), ty = t / (TILE / PER);
    const int row0 = blockIdx.y * TILE, column0 = blockIdx.x * TILE;
    float4 a_next[VECTORS], b_next[VECTORS];
    float sum[PER][PER] = {};

    const auto load = [&](int kk) {
#pragma unroll
        for (int n = 0; n < VECTORS; n++) {
            const int v = t + n * THREADS;
            a_next[n] = *(const float4 *)&a[(row0 + v / (DEPTH / 4)) * N + kk + v % (DEPTH / 4) * 4];
            b_next[n] = *(const float4 *)&b[(kk + v / (TILE / 4)) * N + column0 + v % (TILE / 4) * 4];
        }
    };
    const auto store = [&](int half) {
#pragma unroll
        for (int n = 0; n < VECTORS; n++) {
            const int v = t + n * THREADS, row = v / (DEPTH / 4), k = v % (DEPTH / 4) * 4;
            a_tile[half][k][row] = a_next[n].x;
            a_tile[half][k + 1][row] = a_next[n].y;
            a_tile[half][k + 2][row] = a_next[n].z;
            a_tile[half][k + 3][row] = a_next[n].w;
            *(float4 *)&b_tile[half][v / (TILE / 4)][v % (TILE / 4) * 4] = b_next[n];
        }
    };
    load(0);
    store(0);
    __syncthreads();
    for (int kk = 0, half = 0; kk < N; kk += DEPTH, half ^= 1) {
        if (kk + DEPTH < N)
            load(kk + DEPTH);
#pragma unroll
        for (int k = 0; k < DEPTH; k++) {
            float rows[PER], columns[PER];
#pragma unroll
            for (int g = 0; g < GROUPS; g++) {
                *(float4 *)&rows[4 * g] = *(float4 *)&a_tile[half][k][g * APART + ty * 4];
                *(float4 *)&columns[4 * g] = *(float4 *)&b_tile[half][k][g * APART + tx * 4];
            }
#pragma unroll
            for (int u = 0; u < PER; u++)
#pragma unroll
                for (int v = 0; v < PER; v++)
                    sum[u][v] += rows[u] * columns[v];
        }
        if (kk + DEPTH < N)
            store(half ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int u = 0; u < PER; u++)
#pragma unroll
        for (int g = 0; g < GROUPS; g++) {
            float *four = &c[(row0 + u / 4 * APART + ty * 4 + u % 4) * N + column0 + g * APART + tx * 4];
            *(float4 *)four = make_float4(sum[u][4 * g], sum[u][4 * g + 1], sum[u][4 * g + 2], sum[u][4 * g + 3]);
        }
}

extern "C" void multiply(const float a[N][N], const float b[N][N], float c[N][N])
{
    // A large product has tiles for all multiprocessors; a small one needs smaller tiles.
    constexpr int TILE = N >= 2048 ? 128 : 64, PER = 8, DEPTH = 8;
    static_assert(N % TILE == 0, "whole tiles");
    Device<float> left(a, N * N), right(b, N * N), product(N * N);
    const dim3 grid(N / TILE, N / TILE);
    matmul<TILE, PER, DEPTH><<<grid, Shape<TILE, PER, DEPTH>::threads>>>(left, right, product);
    product.copy_to(c);
}
