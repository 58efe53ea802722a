// The same in place: one array is read and written.
#include "harness.h"

__global__ void prefix_sum(float *a, int n, int m)
{
    __shared__ float a_tile[64][33];
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
            for (int j = first; j < last; j++) {
                sum += a_tile[threadIdx.x][j - first];
                a_tile[threadIdx.x][j - first] = sum;
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
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    prefix_sum<<<(n + 63) / 64, 64>>>(a, n, m);
    show("a", a, n * m * sizeof(float));
    return 0;
}
