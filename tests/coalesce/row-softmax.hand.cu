// The sum is in order, through tiles; what needs no order is done by warps.
#include "harness.h"
#include "hand.h"

__global__ void softmax(const float *__restrict__ a, float *__restrict__ b, int n, int m)
{
    __shared__ Ring<float> ring;
    __shared__ float greatest[ROWS], sums[ROWS];
    for (int r = threadIdx.y; r < ROWS && blockIdx.x * ROWS + r < n; r += WARPS) {
        const int start = (blockIdx.x * ROWS + r) * m;
        float most = -1e30f;
#pragma unroll 8
        for (int j = threadIdx.x; j < m; j += 32)
            most = fmaxf(most, a[start + j]);
        for (int offset = 16; offset > 0; offset /= 2)
            most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, offset));
        greatest[r] = most;
    }
    __syncthreads();
    float sum = 0;
    const float most = greatest[threadIdx.x];
    read_rows(ring, a, n, m, 0, m, [&](int, float value) { sum += expf(value - most); });
    if (threadIdx.y == 0)
        sums[threadIdx.x] = sum;
    __syncthreads();
    for (int r = threadIdx.y; r < ROWS && blockIdx.x * ROWS + r < n; r += WARPS) {
        const int start = (blockIdx.x * ROWS + r) * m;
#pragma unroll 8
        for (int j = threadIdx.x; j < m; j += 32)
            b[start + j] = expf(a[start + j] - greatest[r]) / sums[r];
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    softmax<<<blocks_of(n), helpers()>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show_rounded("b", b, n * m);
    return 0;
}
