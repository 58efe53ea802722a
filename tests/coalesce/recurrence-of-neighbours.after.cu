//@ access: 8, each row's own thread loads the column behind a tile
// Neighbours in the row: a tile with one column more.
#include "harness.h"

__global__ void trend(float *__restrict__ b, const float *__restrict__ a, int n, int m)
{
    __shared__ float a_tile[32][129];
    __shared__ float b_tile[32][129];
    // A thread works on each row; all of them carry the tiles.
    const unsigned t = threadIdx.y * 32 + threadIdx.x;
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = threadIdx.y == 0 && row < n;
    float state = 0;
    for (int next = 0; next < m - 1 + 128; next += 128) {
        const int first = next - 128;
        // The next columns are on their way while these are worked on.
        float a_next[9];
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned r = k * 4 + t / 128, c = t % 128;
            int row = blockIdx.x * blockDim.x + r;
            int j = next + c;
            a_next[k] = row < n && j < m ? a[row * m + j] : 0;
        }
        {
            const int j = next + 128;
            a_next[8] = inside && j < m ? a[row * m + j] : 0;
        }
        const int last = m - 1 < next ? m - 1 : next;
        if (inside && next > 0)
            for (int j = first; j < last; j++) {
                state = 0.5f * state + a_tile[threadIdx.x][j - first + 1] - a_tile[threadIdx.x][j - first];
                b_tile[threadIdx.x][j - first] = state;
            }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned r = k * 4 + t / 128, c = t % 128;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (next > 0 && row < n && j < m - 1)
                b[row * m + j] = b_tile[r][c];
            a_tile[r][c] = a_next[k];
        }
        if (threadIdx.y == 0)
            a_tile[threadIdx.x][128] = a_next[8];
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    trend<<<2 * ((n + 63) / 64), dim3(32, 16)>>>(b, a, n, m);
    show("b", b, n * m * sizeof(float));
    cudaFree(a);
    return 0;
}
