/* A product of 512 x 512 matrices through tiles in shared memory. */
#include <stdio.h>
#ifndef N
#define N 512
#endif
#define TILE 16

__global__ void matmul(float *c, const float *a, const float *b)
{
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < N; k += TILE) {
        tile_a[threadIdx.y][threadIdx.x] = a[row * N + k + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * N + column];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += tile_a[threadIdx.y][j] * tile_b[j][threadIdx.x];
        __syncthreads();
    }
    c[row * N + column] = sum;
}

static float a[N * N], b[N * N], c[N * N];

int main(void)
{
    float *da, *db, *dc;
    for (int i = 0; i < N * N; i++) {
        a[i] = i % 7;
        b[i] = i % 5;
    }
    cudaMalloc((void **)&da, sizeof a);
    cudaMalloc((void **)&db, sizeof b);
    cudaMalloc((void **)&dc, sizeof c);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    matmul<<<dim3(N / TILE, N / TILE), dim3(TILE, TILE)>>>(dc, da, db);
    cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    double sum = 0;
    for (int i = 0; i < N * N; i++)
        sum += c[i];
    printf("%.0f\n", sum);
    return 0;
}
