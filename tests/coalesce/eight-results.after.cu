//@ access: 2, which word of which part it is cannot be told before it runs
// Each thread writes eight numbers of its own.
#include "harness.h"

__global__ void powers(float *__restrict__ p, const float *__restrict__ x, int n)
{
    __shared__ float p_tile[128][9];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float power = 1;
        for (int k = 0; k < 8; k++) {
            p_tile[threadIdx.x][k] = power;
            power *= x[i];
        }
    }
    __syncthreads();
#pragma unroll
    for (unsigned k1 = 0; k1 < 8; k1++) {
        const unsigned e = k1 * 128 + threadIdx.x, r = e / 8, w = e % 8;
        int i = blockIdx.x * blockDim.x + r;
        if (i < n)
            p[8 * i + w] = p_tile[r][w];
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    float *p = floats(8 * (size_t)n, 1), *x = floats(n, 2);
    powers<<<(n + 127) / 128, 128>>>(p, x, n);
    show("p", p, 8 * (size_t)n * sizeof(float));
    return 0;
}
