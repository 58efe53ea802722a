// Rows of two matrices, multiplied.
#include "harness.h"

__global__ void dot(int *y, const int *a, const int *b, int n, int m)
{
    __shared__ int b_tile[64][33];
    __shared__ int a_tile[64][33];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = row < n;
    int sum = 0;
    for (int first = 0; first < m; first += 32) {
#pragma unroll
        for (unsigned k = 0; k < 64; k += 2) {
            const unsigned r = k + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (row < n && j < m) {
                b_tile[r][c] = b[row * m + j];
                a_tile[r][c] = a[row * m + j];
            }
        }
        __syncthreads();
        const int last = m < first + 32 ? m : first + 32;
        if (inside)
            for (int j = first; j < last; j++)
                sum += a_tile[threadIdx.x][j - first] * b_tile[threadIdx.x][j - first];
        __syncthreads();
    }
    if (inside)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    int *a = ints(n * m, 1), *b = ints(n * m, 2), *y = ints(n, 3);
    dot<<<(n + 63) / 64, 64>>>(y, a, b, n, m);
    show("y", y, n * sizeof(int));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
