// Tiles of 64 by 64, each thread 4 by 4 of it.
#include "harness.h"

#define T 64
#define K 16

__global__ void __launch_bounds__(256) multiply(float *c, const float *__restrict__ a, const float *__restrict__ b, int n, int m)
{
    __shared__ float left[K][T + 1], right[K][T];
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row = blockIdx.y * T, column = blockIdx.x * T;
    float sums[4][4] = {};
    for (int first = 0; first < m; first += K) {
#pragma unroll
        for (int e = threadIdx.x; e < T * K; e += 256) {
            const int r = e / K, k = e % K, kk = e / T, q = e % T;
            left[k][r] = row + r < n && first + k < m ? a[(row + r) * m + first + k] : 0;
            right[kk][q] = first + kk < m && column + q < m ? b[(first + kk) * m + column + q] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < K; k++)
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++)
                    sums[i][j] += left[k][ty + 16 * i] * right[k][tx + 16 * j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (row + ty + 16 * i < n && column + tx + 16 * j < m)
                c[(row + ty + 16 * i) * m + column + tx + 16 * j] = sums[i][j];
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(m * m, 2), *c = floats(n * m, 3);
    multiply<<<dim3((m + T - 1) / T, (n + T - 1) / T), 256>>>(c, a, b, n, m);
    show("c", c, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
