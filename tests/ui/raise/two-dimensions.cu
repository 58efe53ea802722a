//@ raise: c
//@ run: sim
// Rows and columns: two loops, the slower axis outside.
#include <stdio.h>

#define TILE 16

__global__ void add(float *c, const float *a, int rows, int columns)
{
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    if (row >= rows || column >= columns)
        return;
    c[row * columns + column] += a[row * columns + column];
}

int main(void)
{
    const int rows = 30, columns = 50;
    static float a[30 * 50];
    float *d_a, *d_c;
    for (int i = 0; i < rows * columns; i++)
        a[i] = i;
    cudaMalloc(&d_a, sizeof a);
    cudaMalloc(&d_c, sizeof a);
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(d_c, a, sizeof a, cudaMemcpyHostToDevice);
    dim3 block(TILE, TILE);
    dim3 grid((columns + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    for (int step = 0; step < 3; step++)
        add<<<grid, block>>>(d_c, d_a, rows, columns);
    cudaMemcpy(a, d_c, sizeof a, cudaMemcpyDeviceToHost);
    printf("%g %g\n", a[51], a[1499]);
    cudaFree(d_a);
    cudaFree(d_c);
    return 0;
}
