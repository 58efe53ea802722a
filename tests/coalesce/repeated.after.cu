// A loop around the loop, the same for all threads.
#include "harness.h"

__global__ void __launch_bounds__(256, 3) iterate(float *y, const float *a, const float *x, int n, int m)
{
    __shared__ float a_tile[32][129];
    // A thread works on each row; all of them carry the tiles.
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = threadIdx.y == 0 && row < n;
    float state = 0;
    for (int round = 0; round < 3; round++) {
        if (inside)
            state *= x[0];
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
                for (int j = first; j < last; j++)
                    state = state * 0.5f + a_tile[threadIdx.x][j - first];
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
    }
    if (inside)
        y[row] = state;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *x = floats(m, 2), *y = floats(n, 3);
    iterate<<<2 * ((n + 63) / 64), dim3(32, 8)>>>(y, a, x, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
