// Rows through tiles for the sum, in order; then a warp for each row.
#include "harness.h"
#include "hand.h"

__global__ void normalise(const float *a, float *b, int n, int m)
{
    __shared__ Ring<float> ring;
    __shared__ float factors[ROWS];
    float sum = 0;
    read_rows(ring, a, n, m, 0, m, [&](int, float value) { sum += value * value; });
    if (threadIdx.y == 0)
        factors[threadIdx.x] = 1 / sqrtf(sum + 1);
    __syncthreads();
    for (int r = threadIdx.y; r < ROWS && blockIdx.x * ROWS + r < n; r += WARPS) {
        const int start = (blockIdx.x * ROWS + r) * m;
#pragma unroll 8
        for (int j = threadIdx.x; j < m; j += 32)
            b[start + j] = a[start + j] * factors[r];
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    normalise<<<blocks_of(n), helpers()>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
