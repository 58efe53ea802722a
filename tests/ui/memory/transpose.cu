//@ run: cpu h200 gt200 g80
// A transposition in three steps: a column is written across rows; a tile in
// shared memory makes rows of both sides, and its columns fall into one bank;
// one more word in each row spreads them.
#include <stdio.h>

#define N 64
#define TILE 32
#define ROWS 8

__global__ void naive(int *out, const int *in)
{
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * ROWS + threadIdx.y;
    out[x * N + y] = in[y * N + x];
}

__global__ void tiled(int *out, const int *in)
{
    __shared__ int tile[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * N + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        out[(y + j) * N + x] = tile[threadIdx.x][threadIdx.y + j];
}

__global__ void padded(int *out, const int *in)
{
    __shared__ int tile[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * N + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int j = 0; j < TILE; j += ROWS)
        out[(y + j) * N + x] = tile[threadIdx.x][threadIdx.y + j];
}

static int host[N * N], back[N * N];

static int wrong(int *out)
{
    int wrong = 0;
    cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            wrong += back[j * N + i] != host[i * N + j];
    cudaMemset(out, 0, sizeof back);
    return wrong;
}

int main(void)
{
    int *in, *out, failed = 0;
    for (int i = 0; i < N * N; i++)
        host[i] = i;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    naive<<<dim3(N / TILE, N / ROWS), dim3(TILE, ROWS)>>>(out, in);
    failed += wrong(out);
    tiled<<<dim3(N / TILE, N / TILE), dim3(TILE, ROWS)>>>(out, in);
    failed += wrong(out);
    padded<<<dim3(N / TILE, N / TILE), dim3(TILE, ROWS)>>>(out, in);
    failed += wrong(out);
    cudaFree(in);
    cudaFree(out);
    printf("%d wrong\n", failed);
    return failed != 0;
}
