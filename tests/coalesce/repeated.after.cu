// A loop around the loop, the same for all threads.
#include "harness.h"

__global__ void iterate(float *y, const float *a, const float *x, int n, int m)
{
    __shared__ float a_tile[64][33];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = row < n;
    float state = 0;
    for (int round = 0; round < 3; round++) {
        if (inside)
            state *= x[0];
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
                for (int j = first; j < last; j++)
                    state = state * 0.5f + a_tile[threadIdx.x][j - first];
            __syncthreads();
        }
    }
    if (inside)
        y[row] = state;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *x = floats(m, 2), *y = floats(n, 3);
    iterate<<<(n + 63) / 64, 64>>>(y, a, x, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
