// The paper's algorithm: a block of 16 x 16 threads computes a 16 x 16 tile of C,
// 32 values of k at a time through shared memory.
extern "C" {
#include "matmul-tile.h"
}
#include "../hand.h"

constexpr int BLOCK = 16, TILE = 32;

__global__ void matmul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c)
{
    __shared__ float a_tile[BLOCK][TILE];
    __shared__ float b_tile[TILE][BLOCK];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * BLOCK + ty, column = blockIdx.x * BLOCK + tx;
    float sum = 0;

    for (int kk = 0; kk < N; kk += TILE) {
        a_tile[ty][tx] = a[row * N + kk + tx];
        a_tile[ty][tx + BLOCK] = a[row * N + kk + tx + BLOCK];
        b_tile[ty][tx] = b[(kk + ty) * N + column];
        b_tile[ty + BLOCK][tx] = b[(kk + ty + BLOCK) * N + column];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++)
            sum += a_tile[ty][k] * b_tile[k][tx];
        __syncthreads();
    }
    c[row * N + column] = sum;
}

extern "C" void multiply(const float a[N][N], const float b[N][N], float c[N][N])
{
    static_assert(N % TILE == 0, "whole tiles");
    Device<float> left(a, N * N), right(b, N * N), product(N * N);
    matmul<<<dim3(N / BLOCK, N / BLOCK), dim3(BLOCK, BLOCK)>>>(left, right, product);
    product.copy_to(c);
}
