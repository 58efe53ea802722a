//@ large: 2000000 70
//@ transactions: 1.25, rows of 70 floats start within a sector
// A parameter that is an array of rows.
#include "harness.h"

#define M 70

__global__ void sum_rows(float *y, const float a[][M], int n)
{
    __shared__ float a_tile[32][65];
    // A thread works on each row; all of them carry the tiles.
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = threadIdx.y == 0 && row < n;
    float sum = 0;
    for (int next = 0; next < M + 64; next += 64) {
        const int first = next - 64;
        // The next columns are on their way while these are worked on.
        float a_next[8][2];
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned r = k * 4 + threadIdx.y;
            int row = blockIdx.x * blockDim.x + r;
#pragma unroll
            for (unsigned q = 0; q < 2; q++) {
                const unsigned c = q * 32 + threadIdx.x;
                int j = next + c;
                a_next[k][q] = row < n && j < M ? a[row][j] : 0;
            }
        }
        const int last = M < next ? M : next;
        if (inside && next > 0)
#pragma unroll 16
            for (int j = first; j < last; j++)
                sum = sum * 0.5f + a_tile[threadIdx.x][j - first];
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned r = k * 4 + threadIdx.y;
#pragma unroll
            for (unsigned q = 0; q < 2; q++) {
                const unsigned c = q * 32 + threadIdx.x;
                a_tile[r][c] = a_next[k][q];
            }
        }
        __syncthreads();
    }
    if (inside)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * M, 1), *y = floats(n, 3);
    sum_rows<<<2 * ((n + 63) / 64), dim3(32, 4)>>>(y, (const float (*)[M])a, n);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    (void)m;
    return 0;
}
