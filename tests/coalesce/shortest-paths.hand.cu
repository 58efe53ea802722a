// Tiles of 64 by 64, each thread 4 by 4 of it.
#include "harness.h"
#include "hand-products.h"

struct Best {
    float length;
    int changes;
};

__global__ void __launch_bounds__(256) step(float *__restrict__ next, const float *__restrict__ paths,
                                            const float *__restrict__ edges, int n)
{
    __shared__ float x[K][T + 2], y[K][T + 2];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row = blockIdx.y * T, column = blockIdx.x * T;
    Best best[OWN][OWN] = {};
#pragma unroll
    for (int i = 0; i < OWN; i++)
#pragma unroll
        for (int j = 0; j < OWN; j++)
            if (row + ty + 16 * i < n && column + tx + 16 * j < n)
                best[i][j].length = next[(row + ty + 16 * i) * n + column + tx + 16 * j];
    products<true, false>(
        x, y, n, n, n, best, [&](int from, int via) { return paths[from * n + via]; },
        [&](int via, int to) { return edges[via * n + to]; },
        [](Best &best, float there, float on) {
            if (there + on < best.length) {
                best.length = there + on;
                best.changes++;
            }
        },
        [&](int from, int to, Best best) { next[from * n + to] = best.length + best.changes; });
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100);
    float *paths = floats(n * n, 1), *edges = floats(n * n, 2), *next = floats(n * n, 3);
    step<<<tiles_of(n, n), 256>>>(next, paths, edges, n);
    show("next", next, n * n * sizeof(float));
    cudaFree(paths);
    cudaFree(edges);
    return 0;
}
