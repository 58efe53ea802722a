//@ large: 2048 2048
// A step of all shortest paths: a minimum of sums, which starts from what is there.
#include "harness.h"

__global__ void step(float *__restrict__ next, const float *__restrict__ paths, const float *edges, int n)
{
    int from = blockIdx.x * blockDim.x + threadIdx.x, to = blockIdx.y * blockDim.y + threadIdx.y;
    if (from < n && to < n) {
        float best = next[from * n + to];
        int changes = 0;
        for (int via = 0; via < n; via++) {
            float length = paths[from * n + via] + edges[via * n + to];
            if (length < best) {
                best = length;
                changes++;
            }
        }
        next[from * n + to] = best + changes;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100);
    float *paths = floats(n * n, 1), *edges = floats(n * n, 2), *next = floats(n * n, 3);
    dim3 block(16, 16), grid((n + 15) / 16, (n + 15) / 16);
    step<<<grid, block>>>(next, paths, edges, n);
    show("next", next, n * n * sizeof(float));
    cudaFree(paths);
    cudaFree(edges);
    return 0;
}
