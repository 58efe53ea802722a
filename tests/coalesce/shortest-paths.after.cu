//@ large: 2048 2048
// A step of all shortest paths: a minimum of sums, which starts from what is there.
#include "harness.h"

__global__ void step(float *__restrict__ next, const float *__restrict__ paths, const float *edges, int n)
{
    // A block has 64 by 64 elements, each thread 4 by 4 of them: tiles serve them all.
    __shared__ float paths_tile[16][66];
    __shared__ float edges_tile[16][64];
    const unsigned t = threadIdx.y * 16 + threadIdx.x;
    const int first_from = blockIdx.x * 64, first_to = blockIdx.y * 64;
    float best[4][4] = {};
    int changes[4][4] = {};
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int q = 0; q < 4; q++) {
            const int from = first_from + threadIdx.y + 16 * r, to = first_to + threadIdx.x + 16 * q;
            if (from < n && to < n)
                best[r][q] = next[from * n + to];
        }
    // The next tiles are on their way while these are worked on.
    for (int next1 = 0; next1 < n + 16; next1 += 16) {
        float paths_next[4];
        float edges_next[4];
#pragma unroll
        for (unsigned s = 0; s < 4; s++) {
            const unsigned e = s * 256 + t;
            const int from = first_from + e / 16, via = next1 + e % 16;
            paths_next[s] = from < n && via < n ? paths[from * n + via] : 0;
        }
#pragma unroll
        for (unsigned s = 0; s < 4; s++) {
            const unsigned e = s * 256 + t;
            const int to = first_to + e % 64, via = next1 + e / 64;
            edges_next[s] = to < n && via < n ? edges[via * n + to] : 0;
        }
        if (next1 > 0) {
            const int first = next1 - 16, last = n < next1 ? n : next1;
#pragma unroll 16
            for (int via = first; via < last; via++)
#pragma unroll
                for (int r = 0; r < 4; r++)
#pragma unroll
                    for (int q = 0; q < 4; q++) {
                        float length = paths_tile[via - first][threadIdx.y + 16 * r] + edges_tile[via - first][threadIdx.x + 16 * q];
                        if (length < best[r][q]) {
                            best[r][q] = length;
                            changes[r][q]++;
                        }
                    }
        }
        __syncthreads();
#pragma unroll
        for (unsigned s = 0; s < 4; s++) {
            const unsigned e = s * 256 + t;
            paths_tile[e % 16][e / 16] = paths_next[s];
            edges_tile[e / 64][e % 64] = edges_next[s];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int q = 0; q < 4; q++) {
            const int from = first_from + threadIdx.y + 16 * r, to = first_to + threadIdx.x + 16 * q;
            if (from < n && to < n)
                next[from * n + to] = best[r][q] + changes[r][q];
        }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100);
    float *paths = floats(n * n, 1), *edges = floats(n * n, 2), *next = floats(n * n, 3);
    dim3 block(16, 16), grid((n + 63) / 64, (n + 63) / 64);
    step<<<grid, block>>>(next, paths, edges, n);
    show("next", next, n * n * sizeof(float));
    cudaFree(paths);
    cudaFree(edges);
    return 0;
}
