//@ transactions: 1.15, rounds that begin with column 1 start within a sector
// Sizes of 64 bits, and a bound that is included.
#include "harness.h"

__global__ void smooth(const float *in, float *out, size_t n, size_t m)
{
    __shared__ float in_tile[64][33];
    __shared__ float out_tile[64][33];
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = row < n;
    float state = 0;
    for (size_t first = 1; first <= m - 1; first += 32) {
#pragma unroll
        for (unsigned k = 0; k < 64; k += 2) {
            const unsigned r = k + threadIdx.x / 32, c = threadIdx.x % 32;
            size_t row = (size_t)blockIdx.x * blockDim.x + r;
            size_t j = first + c;
            if (row < n && j <= m - 1)
                in_tile[r][c] = in[row * m + j];
        }
        __syncthreads();
        const size_t last = m - 1 < first + 31 ? m - 1 : first + 31;
        if (inside)
            for (size_t j = first; j <= last; j++) {
                state = 0.75f * state + 0.25f * in_tile[threadIdx.x][j - first];
                out_tile[threadIdx.x][j - first] = state;
            }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 64; k += 2) {
            const unsigned r = k + threadIdx.x / 32, c = threadIdx.x % 32;
            size_t row = (size_t)blockIdx.x * blockDim.x + r;
            size_t j = first + c;
            if (row < n && j <= m - 1)
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
