// Two loops along the row: a sum, then a division by it.
#include "harness.h"

__global__ void normalise(const float *a, float *b, int n, int m)
{
    __shared__ float a_tile[64][33];
    __shared__ float b_tile[64][33];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = row < n;
    float sum = 0;
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
                sum += a_tile[threadIdx.x][j - first] * a_tile[threadIdx.x][j - first];
        __syncthreads();
    }
    float factor = 1 / sqrtf(sum + 1);
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
                b_tile[threadIdx.x][j - first] = a_tile[threadIdx.x][j - first] * factor;
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 64; k += 2) {
            const unsigned r = k + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (row < n && j < m)
                b[row * m + j] = b_tile[r][c];
        }
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    normalise<<<(n + 63) / 64, 64>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
