// Three loops along the row, the last one in place.
#include "harness.h"

__global__ void softmax(const float *a, float *b, int n, int m)
{
    __shared__ float a_tile[64][33];
    __shared__ float b_tile[64][33];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = row < n;
    float greatest = -1e30f;
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
        const int last1 = m < first + 32 ? m : first + 32;
        if (inside)
            for (int j = first; j < last1; j++)
                greatest = fmaxf(greatest, a_tile[threadIdx.x][j - first]);
        __syncthreads();
    }
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
        const int last1 = m < first + 32 ? m : first + 32;
        if (inside)
            for (int j = first; j < last1; j++) {
                b_tile[threadIdx.x][j - first] = expf(a_tile[threadIdx.x][j - first] - greatest);
                sum += b_tile[threadIdx.x][j - first];
            }
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
    __syncthreads();
    for (int first = 0; first < m; first += 32) {
#pragma unroll
        for (unsigned k = 0; k < 64; k += 2) {
            const unsigned r = k + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (row < n && j < m)
                b_tile[r][c] = b[row * m + j];
        }
        __syncthreads();
        const int last1 = m < first + 32 ? m : first + 32;
        if (inside)
            for (int j = first; j < last1; j++)
                b_tile[threadIdx.x][j - first] /= sum;
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
    softmax<<<(n + 63) / 64, 64>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show_rounded("b", b, n * m);
    return 0;
}
