//@ flags: --reassociate
// A maximum, a sum, and a division in place.
#include "harness.h"

__global__ void softmax(const float *a, float *b, int n, int m)
{
    // A block for each row, its threads side by side.
    int row = blockIdx.x;
    if (row >= n)
        return;
    float greatest = -1e30f;
#pragma unroll 8
    for (int j = threadIdx.x; j < m; j += 512)
        greatest = fmaxf(greatest, a[row * m + j]);
    for (int offset = 16; offset > 0; offset /= 2)
        greatest = fmaxf(greatest, __shfl_xor_sync(0xffffffff, greatest, offset));
    __shared__ float greatest_of[16];
    if (threadIdx.x % 32 == 0)
        greatest_of[threadIdx.x / 32] = greatest;
    __syncthreads();
    greatest = greatest_of[0];
    for (int warp = 1; warp < 16; warp++)
        greatest = fmaxf(greatest, greatest_of[warp]);
    float sum = 0;
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
            if (j < m) {
                b[row * m + j] = expf(a_next[k] - greatest);
                sum += b[row * m + j];
            }
        }
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    __shared__ float sum_of[16];
    if (threadIdx.x % 32 == 0)
        sum_of[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = sum_of[0];
    for (int warp = 1; warp < 16; warp++)
        sum += sum_of[warp];
    // Four columns at a time: their loads are under way together.
    for (int first = threadIdx.x; first < m; first += 2048) {
        float b_next[4];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int j = first + k * 512;
            if (j < m)
                b_next[k] = b[row * m + j];
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int j = first + k * 512;
            if (j < m)
                b[row * m + j] = b_next[k] / sum;
        }
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    softmax<<<64 * ((n + 63) / 64), 512>>>(a, b, n, m);
    show_rounded("b", b, n * m);
    cudaFree(a);
    return 0;
}
