// A sum along the row, in a block that is not a power of two.
#include "harness.h"

__global__ void __launch_bounds__(256, 3) row_sum(float *y, const float *a, int n, int m)
{
    __shared__ float a_tile[32][129];
    // A thread works on each row; all of them carry the tiles.
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    bool inside = threadIdx.y == 0 && row < n;
    for (int next = 0; next < m + 128; next += 128) {
        const int first = next - 128;
        // The next columns are on their way while these are worked on.
        float a_next[4][4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned r = k * 8 + threadIdx.y;
            int row = blockIdx.x * blockDim.x + r;
#pragma unroll
            for (unsigned q = 0; q < 4; q++) {
                const unsigned c = q * 32 + threadIdx.x;
                int j = next + c;
                a_next[k][q] = row < n && j < m ? a[row * m + j] : 0;
            }
        }
        const int last = m < next ? m : next;
        if (inside && next > 0)
#pragma unroll 16
            for (int j = first; j < last; j++) sum += a_tile[threadIdx.x][j - first];
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned r = k * 8 + threadIdx.y;
#pragma unroll
            for (unsigned q = 0; q < 4; q++) {
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
    float *a = floats(n * m, 1), *y = floats(n, 3);
    row_sum<<<3 * ((n + 95) / 96), dim3(32, 8)>>>(y, a, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    return 0;
}
