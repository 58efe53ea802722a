// Elements of eight bytes.
#include "harness.h"

__global__ void running_product(const double *a, double *b, int n, int m)
{
    __shared__ double a_tile[32][33];
    __shared__ double b_tile[32][33];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = row < n;
    double product = 1;
    for (int first = 0; first < m; first += 32) {
#pragma unroll
        for (unsigned k = 0; k < 32; k += 1) {
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
                product = product * 0.5 + a_tile[threadIdx.x][j - first];
                b_tile[threadIdx.x][j - first] = product;
            }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 32; k += 1) {
            const unsigned r = k + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (row < n && j < m)
                b[row * m + j] = b_tile[r][c];
        }
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    double *a = doubles(n * m, 1), *b = doubles(n * m, 2);
    running_product<<<(n + 31) / 32, 32>>>(a, b, n, m);
    show("b", b, n * m * sizeof(double));
    cudaFree(a);
    return 0;
}
