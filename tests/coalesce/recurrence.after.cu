// A filter along the row: each output needs the one before.
#include "harness.h"

__global__ void smooth(const float *in, float *out, int n, int m)
{
    __shared__ float in_tile[64][33];
    __shared__ float out_tile[64][33];
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = row < n;
    float state = 0;
    for (int first = 0; first < m; first += 32) {
#pragma unroll
        for (unsigned k = 0; k < 64; k += 2) {
            const unsigned r = k + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (row < n && j < m)
                in_tile[r][c] = in[row * m + j];
        }
        __syncthreads();
        const int last = m < first + 32 ? m : first + 32;
        if (inside)
            for (int j = first; j < last; j++) {
                state = 0.75f * state + 0.25f * in_tile[threadIdx.x][j - first];
                out_tile[threadIdx.x][j - first] = state;
            }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 64; k += 2) {
            const unsigned r = k + threadIdx.x / 32, c = threadIdx.x % 32;
            int row = blockIdx.x * blockDim.x + r;
            int j = first + c;
            if (row < n && j < m)
                out[row * m + j] = out_tile[r][c];
        }
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
