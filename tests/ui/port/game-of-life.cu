// In OpenCL: buffers that change places, two-dimensional blocks, a tile with a border, errors that are checked.
//@ run: processor
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define W 70
#define H 45
#define B 16
#define CHECK(call)                                                                     \
    {                                                                                   \
        cudaError_t err = (call);                                                       \
        if (err != cudaSuccess) {                                                       \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err)); \
            exit(1);                                                                    \
        }                                                                               \
    }

__device__ int wrap(int i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; }

// One generation: every cell looks at its eight neighbours.
__global__ void step(const unsigned char *now, unsigned char *next, int w, int h)
{
    __shared__ unsigned char tile[B + 2][B + 2];
    int x = blockIdx.x * B + threadIdx.x, y = blockIdx.y * B + threadIdx.y;
    // The border of the tile is loaded by whoever is free.
    for (int j = threadIdx.y; j < B + 2; j += B)
        for (int i = threadIdx.x; i < B + 2; i += B)
            tile[j][i] = now[wrap(blockIdx.y * B + j - 1, h) % h * w + wrap(blockIdx.x * B + i - 1, w) % w];
    __syncthreads();
    if (x >= w || y >= h)
        return;
    int alive = 0;
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            alive += tile[threadIdx.y + j][threadIdx.x + i];
    unsigned char own = tile[threadIdx.y + 1][threadIdx.x + 1];
    alive -= own;
    next[y * w + x] = alive == 3 || (own && alive == 2);
}

int main(int argc, char **argv)
{
    const size_t bytes = W * H;
    unsigned char *cells = (unsigned char *)malloc(bytes), *now, *next;
    unsigned seed = 7;
    for (size_t i = 0; i < bytes; i++)
        cells[i] = (seed = seed * 1103515245u + 12345u) >> 30 == 0;
    CHECK(cudaMalloc((void **)&now, bytes));
    CHECK(cudaMalloc((void **)&next, bytes));
    CHECK(cudaMemcpy(now, cells, bytes, cudaMemcpyHostToDevice));
    dim3 block(B, B), grid((W + B - 1) / B, (H + B - 1) / B);
    for (int t = 0; t < 20; t++) {
        step<<<grid, block>>>(now, next, W, H);
        CHECK(cudaGetLastError());
        unsigned char *other = now;
        now = next;
        next = other;
    }
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(cells, now, bytes, cudaMemcpyDeviceToHost));
    int alive = 0;
    for (size_t i = 0; i < bytes; i++)
        alive += cells[i];
    printf("%d cells are alive\n", alive);
    cudaFree(now);
    cudaFree(next);
    free(cells);
    return 0;
}
