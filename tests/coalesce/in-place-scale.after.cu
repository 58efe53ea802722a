// Each element on its own, in place.
#include "harness.h"

__global__ void scale(float *a, float factor, int n, int m)
{
    // 16 blocks for each row, their threads side by side.
    int row = blockIdx.x / 16;
    if (row < n)
        // Four columns at a time: their loads are under way together.
        for (int first = 4 * blockDim.x * (blockIdx.x % 16) + threadIdx.x; first < m; first += 64 * blockDim.x) {
            float a_next[4];
#pragma unroll
            for (int k = 0; k < 4; k++) {
                const int j = first + k * blockDim.x;
                if (j < m)
                    a_next[k] = a[row * m + j];
            }
#pragma unroll
            for (int k = 0; k < 4; k++) {
                const int j = first + k * blockDim.x;
                if (j < m)
                    a[row * m + j] = a_next[k] * factor;
            }
        }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    dim3 grid((n + 63) / 64), block(64);
    scale<<<1024 * grid.x, block>>>(a, 1.5f, n, m);
    show("a", a, n * m * sizeof(float));
    return 0;
}
