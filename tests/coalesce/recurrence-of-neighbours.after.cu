//@ transactions: 1.5, rounds of 31 columns start within a sector
// Neighbours in the row: a tile with one column more.
#include "harness.h"

__global__ void trend(float *__restrict__ b, const float *__restrict__ a, int n, int m)
{
    __shared__ float a_tile[64][33];
    __shared__ float b_tile[64][31];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = row < n;
    float state = 0;
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
            for (int j = first; j < last; j++) {
                state = 0.5f * state + a_tile[threadIdx.x][j - first + 1] - a_tile[threadIdx.x][j - first];
                b_tile[threadIdx.x][j - first] = state;
            }
        __syncthreads();
        for (unsigned e = threadIdx.x; e < 64 * 31; e += 64) {
            const unsigned r = e / 31, c = e % 31;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (row < n && j < m - 1)
                b[row * m + j] = b_tile[r][c];
        }
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    trend<<<(n + 63) / 64, 64>>>(b, a, n, m);
    show("b", b, n * m * sizeof(float));
    cudaFree(a);
    return 0;
}
