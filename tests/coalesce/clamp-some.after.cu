// Only some elements are written, and counted.
#include "harness.h"

__global__ void clamp(float *a, int *count, int n, int m)
{
    __shared__ float a_tile[64][33];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = row < n;
    int clamped = 0;
    for (int first = 0; first < m; first += 32) {
#pragma unroll
        for (unsigned k = 0; k < 64; k += 2) {
            const unsigned r = k + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (row < n && j < m)
                a_tile[r][c] = a[row * m + j];
        }
        __syncthreads();
        const int last = m < first + 32 ? m : first + 32;
        if (inside)
            for (int j = first; j < last; j++) {
                if (a_tile[threadIdx.x][j - first] > 5) {
                    a_tile[threadIdx.x][j - first] = 5;
                    clamped++;
                }
            }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 64; k += 2) {
            const unsigned r = k + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (row < n && j < m)
                a[row * m + j] = a_tile[r][c];
        }
        __syncthreads();
    }
    if (inside)
        count[row] = clamped;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    int *count = ints(n, 2);
    clamp<<<(n + 63) / 64, 64>>>(a, count, n, m);
    show("a", a, n * m * sizeof(float));
    show("count", count, n * sizeof(int));
    return 0;
}
