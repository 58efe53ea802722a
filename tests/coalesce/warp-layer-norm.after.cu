//@ flags: --reassociate
// Mean and variance of a row, then the row by them.
#include "harness.h"

__global__ void layer_norm(const float *a, float *b, int n, int m)
{
    // A warp for each row, its lanes side by side.
    const int lane = threadIdx.x % 32;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row < n) {
        float mean = 0, variance = 0;
        for (int j = lane; j < m; j += 32)
            mean += a[row * m + j];
        for (int offset = 16; offset > 0; offset /= 2)
            mean += __shfl_xor_sync(0xffffffff, mean, offset);
        mean /= m;
        for (int j = lane; j < m; j += 32) {
            float d = a[row * m + j] - mean;
            variance += d * d;
        }
        for (int offset = 16; offset > 0; offset /= 2)
            variance += __shfl_xor_sync(0xffffffff, variance, offset);
        float scale = rsqrtf(variance / m + 1e-5f);
        // Four columns at a time: their loads are under way together.
        for (int first = lane; first < m; first += 128) {
            float a_next[4];
#pragma unroll
            for (int k = 0; k < 4; k++) {
                const int j = first + k * 32;
                if (j < m)
                    a_next[k] = a[row * m + j];
            }
#pragma unroll
            for (int k = 0; k < 4; k++) {
                const int j = first + k * 32;
                if (j < m)
                    b[row * m + j] = (a_next[k] - mean) * scale;
            }
        }
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    layer_norm<<<32 * ((n + 63) / 64), 64>>>(a, b, n, m);
    show_rounded("b", b, n * m);
    cudaFree(a);
    return 0;
}
