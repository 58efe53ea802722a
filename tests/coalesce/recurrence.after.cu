// A filter along the row: each output needs the one before.
#include "harness.h"

__global__ void smooth(const float *in, float *out, int n, int m)
{
    __shared__ float in_tile[64][33];
    __shared__ float out_tile[64][33];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = row < n;
    float state = 0;
    for (int next = 0; next < m + 32; next += 32) {
        const int first = next - 32;
        // The next columns are on their way while these are worked on.
        float in_next[32];
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned r = k * 2 + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * blockDim.x + r;
            int j = next + c;
            in_next[k] = row < n && j < m ? in[row * m + j] : 0;
        }
        const int last = m < next ? m : next;
        if (inside && next > 0)
            for (int j = first; j < last; j++) {
                state = 0.75f * state + 0.25f * in_tile[threadIdx.x][j - first];
                out_tile[threadIdx.x][j - first] = state;
            }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 32; k++) {
            const unsigned r = k * 2 + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (next > 0 && row < n && j < m)
                out[row * m + j] = out_tile[r][c];
            in_tile[r][c] = in_next[k];
        }
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    smooth<<<(n + 63) / 64, 64>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
