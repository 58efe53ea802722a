//@ flags: --reassociate
// Mean and variance of a row, then the row by them.
#include "harness.h"

__global__ void layer_norm(const float *a, float *b, int n, int m)
{
    // A block for each row, its threads side by side.
    int row = blockIdx.x;
    if (row < n) {
        float mean = 0, variance = 0;
#pragma unroll 8
        for (int j = threadIdx.x; j < m; j += 512)
            mean += a[row * m + j];
        for (int offset = 16; offset > 0; offset /= 2)
            mean += __shfl_xor_sync(0xffffffff, mean, offset);
        __shared__ float mean_of[16];
        if (threadIdx.x % 32 == 0)
            mean_of[threadIdx.x / 32] = mean;
        __syncthreads();
        mean = mean_of[0];
        for (int warp = 1; warp < 16; warp++)
            mean += mean_of[warp];
        mean /= m;
#pragma unroll 8
        for (int j = threadIdx.x; j < m; j += 512) {
            float d = a[row * m + j] - mean;
            variance += d * d;
        }
        for (int offset = 16; offset > 0; offset /= 2)
            variance += __shfl_xor_sync(0xffffffff, variance, offset);
        __shared__ float variance_of[16];
        if (threadIdx.x % 32 == 0)
            variance_of[threadIdx.x / 32] = variance;
        __syncthreads();
        variance = variance_of[0];
        for (int warp = 1; warp < 16; warp++)
            variance += variance_of[warp];
        float scale = rsqrtf(variance / m + 1e-5f);
        // Four columns at a time: their loads are under way together.
        for (int first = threadIdx.x; first < m; first += 2048) {
            float a_next[4];
#pragma unroll
            for (int k = 0; k < 4; k++) {
                const int j = first + k * 512;
                if (j < m)
                    a_next[k] = a[row * m + j];
            }
#pragma unroll
            for (int k = 0; k < 4; k++) {
                const int j = first + k * 512;
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
    layer_norm<<<64 * ((n + 63) / 64), 512>>>(a, b, n, m);
    show_rounded("b", b, n * m);
    cudaFree(a);
    return 0;
}
