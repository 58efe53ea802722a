// The same as pragmas.
#include "harness.h"

__global__ void __launch_bounds__(512, 3) filter(float *a, float *b, int n, int m)
{
    __shared__ float a_tile[64][65];
    __shared__ float b_tile[64][65];
    // A thread works on each row; all of them carry the tiles.
    const unsigned t = threadIdx.y * 64 + threadIdx.x;
    int row = blockIdx.x * 64 + threadIdx.x;
    float state = 0;
    bool inside = threadIdx.y == 0 && row < n;
    for (int next = 0; next < m + 64; next += 64) {
        const int first = next - 64;
        // The next columns are on their way while these are worked on.
        float a_next[8];
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned r = k * 8 + t / 64, c = t % 64;
            int row = blockIdx.x * 64 + r;
            int j = next + c;
            a_next[k] = row < n && j < m ? a[row * m + j] : 0;
        }
        const int last = m < next ? m : next;
        if (inside && next > 0)
            for (int j = first; j < last; j++) {
                state = state * 0.5f + a_tile[threadIdx.x][j - first];
                b_tile[threadIdx.x][j - first] = state;
            }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned r = k * 8 + t / 64, c = t % 64;
            int row = blockIdx.x * 64 + r;
            int j = first + c;
            if (next > 0 && row < n && j < m)
                b[row * m + j] = b_tile[r][c];
            a_tile[r][c] = a_next[k];
        }
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    filter<<<(n + 63) / 64, dim3(64, 8)>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
