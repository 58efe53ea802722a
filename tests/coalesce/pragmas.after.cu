// The same as pragmas.
#include "harness.h"

__global__ void filter(float *a, float *b, int n, int m)
{
    __shared__ float a_tile[64][33];
    __shared__ float b_tile[64][33];
    int row = blockIdx.x * 64 + threadIdx.x;
    float state = 0;
    bool inside = row < n;
    for (int first = 0; first < m; first += 32) {
#pragma unroll
        for (unsigned k = 0; k < 64; k += 2) {
            const unsigned r = k + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * 64 + r;
            int j = first + c;
            if (row < n && j < m)
                a_tile[r][c] = a[row * m + j];
        }
        __syncthreads();
        const int last = m < first + 32 ? m : first + 32;
        if (inside)
            for (int j = first; j < last; j++) {
                state = state * 0.5f + a_tile[threadIdx.x][j - first];
                b_tile[threadIdx.x][j - first] = state;
            }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 64; k += 2) {
            const unsigned r = k + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * 64 + r;
            int j = first + c;
            if (row < n && j < m)
                b[row * m + j] = b_tile[r][c];
        }
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    filter<<<(n + 63) / 64, 64>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
