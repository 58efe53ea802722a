// Threads whose rows differ in length.
#include "harness.h"

__global__ void lower_product(float *y, const float *a, const float *x, int n, int m)
{
    __shared__ float a_tile[64][33];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = row < n && row < m;
    float sum = 0;
    for (int first = 0; __syncthreads_or(inside && first <= row); first += 32) {
#pragma unroll
        for (unsigned k = 0; k < 64; k += 2) {
            const unsigned r = k + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (row < n && row < m && j <= row)
                a_tile[r][c] = a[row * m + j];
        }
        __syncthreads();
        const int last = row < first + 31 ? row : first + 31;
        if (inside)
            for (int j = first; j <= last; j++)
                sum += a_tile[threadIdx.x][j - first] * x[j];
        __syncthreads();
    }
    if (inside)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *x = floats(m, 2), *y = floats(n, 3);
    lower_product<<<(n + 63) / 64, 64>>>(y, a, x, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
