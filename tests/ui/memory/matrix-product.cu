//@ run: cpu h200 gt200
// A product read from device memory for every term, with the threads along the
// columns and along the rows, and one whose tiles are in shared memory.
#include <stdio.h>

#define N 32
#define TILE 16

__global__ void by_columns(int *c, const int *a, const int *b)
{
    int col = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y, sum = 0;
    for (int k = 0; k < N; k++)
        sum += a[row * N + k] * b[k * N + col];
    c[row * N + col] = sum;
}

__global__ void by_rows(int *c, const int *a, const int *b)
{
    int row = blockIdx.x * TILE + threadIdx.x, col = blockIdx.y * TILE + threadIdx.y, sum = 0;
    for (int k = 0; k < N; k++)
        sum += a[row * N + k] * b[k * N + col];
    c[row * N + col] = sum;
}

__global__ void in_tiles(int *c, const int *a, const int *b)
{
    __shared__ int as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int col = blockIdx.x * TILE + tx, row = blockIdx.y * TILE + ty, sum = 0;
    for (int t = 0; t < N; t += TILE) {
        as[ty][tx] = a[row * N + t + tx];
        bs[ty][tx] = b[(t + ty) * N + col];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[row * N + col] = sum;
}

static int a[N * N], b[N * N], c[N * N];

static int wrong(const int *device)
{
    int wrong = 0;
    cudaMemcpy(c, device, sizeof c, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i * N + k] * b[k * N + j];
            wrong += c[i * N + j] != sum;
        }
    return wrong;
}

int main(void)
{
    int *da, *db, *dc, failed = 0;
    for (int i = 0; i < N * N; i++) {
        a[i] = i % 7;
        b[i] = i % 5;
    }
    cudaMalloc((void **)&da, sizeof a);
    cudaMalloc((void **)&db, sizeof b);
    cudaMalloc((void **)&dc, sizeof c);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    dim3 grid(N / TILE, N / TILE), block(TILE, TILE);
    by_columns<<<grid, block>>>(dc, da, db);
    failed += wrong(dc);
    by_rows<<<grid, block>>>(dc, da, db);
    failed += wrong(dc);
    in_tiles<<<grid, block>>>(dc, da, db);
    failed += wrong(dc);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    printf("%d wrong\n", failed);
    return failed != 0;
}
