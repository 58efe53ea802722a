//@ access: 2, which word of which part it is cannot be told before it runs
// Each thread has six numbers of its own, which a short loop goes through.
#include "harness.h"

__global__ void relax(float *f, float omega, int n)
{
    __shared__ float f_tile[128][7];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // The parts of the block come as words, side by side.
#pragma unroll
    for (unsigned k1 = 0; k1 < 6; k1++) {
        const unsigned e = k1 * 128 + threadIdx.x, r = e / 6, w = e % 6;
        int i = blockIdx.x * blockDim.x + r;
        if (i < n)
            f_tile[r][w] = f[6 * i + w];
    }
    __syncthreads();
    if (i < n) {
        float density = 0;
        for (int k = 0; k < 6; k++)
            density += f_tile[threadIdx.x][k];
        for (int k = 0; k < 6; k++)
            f_tile[threadIdx.x][k] += omega * (density / 6 - f_tile[threadIdx.x][k]);
    }
    __syncthreads();
#pragma unroll
    for (unsigned k1 = 0; k1 < 6; k1++) {
        const unsigned e = k1 * 128 + threadIdx.x, r = e / 6, w = e % 6;
        int i = blockIdx.x * blockDim.x + r;
        if (i < n)
            f[6 * i + w] = f_tile[r][w];
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    float *f = floats(6 * (size_t)n, 1);
    relax<<<(n + 127) / 128, 128>>>(f, 0.75f, n);
    show("f", f, 6 * (size_t)n * sizeof(float));
    return 0;
}
