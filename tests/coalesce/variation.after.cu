//@ transactions: 1.15, the second of two neighbours starts within a sector
// Neighbours in the row: a tile with one column more.
#include "harness.h"

__global__ void variation(float *y, const float *a, int n, int m)
{
    __shared__ float a_tile[64][33];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = row < n;
    float sum = 0;
    for (int first = 0; first < m - 1; first += 31) {
#pragma unroll
        for (unsigned k = 0; k < 64; k += 2) {
            const unsigned r = k + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (row < n && j < m - 1 + 1)
                a_tile[r][c] = a[row * m + j];
        }
        __syncthreads();
        const int last = m - 1 < first + 31 ? m - 1 : first + 31;
        if (inside)
            for (int j = first; j < last; j++)
                sum += fabsf(a_tile[threadIdx.x][j - first + 1] - a_tile[threadIdx.x][j - first]);
        __syncthreads();
    }
    if (inside)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *y = floats(n, 3);
    variation<<<(n + 63) / 64, 64>>>(y, a, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    return 0;
}
