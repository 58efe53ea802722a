//@ large: 2000000 70
// A parameter that is an array of rows.
#include "harness.h"

#define M 70

__global__ void sum_rows(float *y, const float a[][M], int n)
{
    __shared__ float a_tile[64][71];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    // The parts of the block come as words, side by side.
#pragma unroll 32
    for (unsigned k = 0; k < 70; k++) {
        const unsigned e = k * 64 + threadIdx.x, r = e / 70, w = e % 70;
        int row = blockIdx.x * blockDim.x + r;
        if (row < n)
            a_tile[r][w] = a[row][w];
    }
    __syncthreads();
    if (row < n) {
        float sum = 0;
        for (int j = 0; j < M; j++)
            sum = sum * 0.5f + a_tile[threadIdx.x][j];
        y[row] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * M, 1), *y = floats(n, 3);
    sum_rows<<<(n + 63) / 64, 64>>>(y, (const float (*)[M])a, n);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    (void)m;
    return 0;
}
