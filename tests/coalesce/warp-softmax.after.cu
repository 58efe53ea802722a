//@ flags: --reassociate
// A maximum, a sum, and a division in place.
#include "harness.h"

__global__ void softmax(const float *a, float *b, int n, int m)
{
    // A warp for each row, its lanes side by side.
    const int lane = threadIdx.x % 32;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= n)
        return;
    float greatest = -1e30f;
    for (int j = lane; j < m; j += 32)
        greatest = fmaxf(greatest, a[row * m + j]);
    for (int offset = 16; offset > 0; offset /= 2)
        greatest = fmaxf(greatest, __shfl_xor_sync(0xffffffff, greatest, offset));
    float sum = 0;
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
            if (j < m) {
                b[row * m + j] = expf(a_next[k] - greatest);
                sum += b[row * m + j];
            }
        }
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    // Four columns at a time: their loads are under way together.
    for (int first = lane; first < m; first += 128) {
        float b_next[4];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int j = first + k * 32;
            if (j < m)
                b_next[k] = b[row * m + j];
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int j = first + k * 32;
            if (j < m)
                b[row * m + j] = b_next[k] / sum;
        }
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    softmax<<<32 * ((n + 63) / 64), 64>>>(a, b, n, m);
    show_rounded("b", b, n * m);
    cudaFree(a);
    return 0;
}
