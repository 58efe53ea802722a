// Sizes of 64 bits, and a bound that is included.
#include "harness.h"

__global__ void __launch_bounds__(256, 3) smooth(const float *in, float *out, size_t n, size_t m)
{
    __shared__ struct {
        float in[32][129];
        float out[32][129];
    } tile;
    // A thread works on each row; all of them carry the tiles.
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    bool inside = threadIdx.y == 0 && row < n;
    float state = 0;
    for (size_t next = 0; next <= m - 1 + 128; next += 128) {
        const size_t first = next - 128;
        // The next columns are on their way while these are worked on.
        float in_next[4][4];
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned r = k * 8 + threadIdx.y;
            size_t row = (size_t)blockIdx.x * blockDim.x + r;
#pragma unroll
            for (unsigned q = 0; q < 4; q++) {
                const unsigned c = q * 32 + threadIdx.x;
                size_t j = next + c;
                in_next[k][q] = row < n && j >= 1 && j <= m - 1 ? in[row * m + j] : 0;
            }
        }
        const size_t last = m - 1 < next ? m : next;
        if (inside && next > 0)
#pragma unroll 16
            for (size_t j = first < 1 ? 1 : first; j < last; j++) {
                state = 0.75f * state + 0.25f * tile.in[threadIdx.x][j - first];
                tile.out[threadIdx.x][j - first] = state;
            }
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < 4; k++) {
            const unsigned r = k * 8 + threadIdx.y;
            size_t row = (size_t)blockIdx.x * blockDim.x + r;
#pragma unroll
            for (unsigned q = 0; q < 4; q++) {
                const unsigned c = q * 32 + threadIdx.x;
                size_t j = first + c;
                if (next > 0 && row < n && j >= 1 && j <= m - 1)
                    out[row * m + j] = tile.out[r][c];
                tile.in[r][c] = in_next[k][q];
            }
        }
        __syncthreads();
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    smooth<<<2 * ((n + 63) / 64), dim3(32, 8)>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
