// As many threads as rows: nobody leaves.
#include "harness.h"

__global__ void __launch_bounds__(512, 3) smooth(const float *in, float *out, int n, int m)
{
    __shared__ float in_tile[32][129];
    __shared__ float out_tile[32][129];
    // A thread works on each row; all of them carry the tiles.
    const unsigned t = threadIdx.y * 32 + threadIdx.x;
    bool inside = threadIdx.y == 0;
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float state = (float)n;
    for (int next = 0; next < m + 128; next += 128) {
        const int first = next - 128;
        // The next columns are on their way while these are worked on.
        float in_next[8];
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned r = k * 4 + t / 128, c = t % 128;
            int row = blockIdx.x * blockDim.x + r;
            int j = next + c;
            in_next[k] = j < m ? in[row * m + j] : 0;
        }
        const int last = m < next ? m : next;
        if (inside && next > 0)
            for (int j = first; j < last; j++) {
                state = 0.75f * state + 0.25f * in_tile[threadIdx.x][j - first];
                out_tile[threadIdx.x][j - first] = state;
            }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 8; k++) {
            const unsigned r = k * 4 + t / 128, c = t % 128;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (next > 0 && j < m)
                out[row * m + j] = out_tile[r][c];
            in_tile[r][c] = in_next[k];
        }
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats((n + 63) / 64 * 64 * m, 1), *b = floats((n + 63) / 64 * 64 * m, 2);
    smooth<<<2 * ((n + 63) / 64), dim3(32, 16)>>>(a, b, n, m);
    show("a", a, (n + 63) / 64 * 64 * m * sizeof(float));
    show("b", b, (n + 63) / 64 * 64 * m * sizeof(float));
    return 0;
}
