// Each row by its first element, in place.
#include "harness.h"

__global__ void divide(float *a, int n, int m)
{
    const int lane = threadIdx.x % 32;
    // Each warp takes rows of the block, its lanes side by side in the row.
    for (int r = blockIdx.y * 2 + threadIdx.x / 32; r < 64; r += gridDim.y * 2) {
        int row = blockIdx.x * blockDim.x + r;
        if (row >= n)
            continue;
        float first = a[row * m];
        __syncwarp();
        // Four columns at a time: their loads are under way together.
        for (int first1 = lane; first1 < m; first1 += 128) {
            float a_next[4];
#pragma unroll
            for (int k = 0; k < 4; k++) {
                const int j = first1 + k * 32;
                if (j < m)
                    a_next[k] = a[row * m + j];
            }
#pragma unroll
            for (int k = 0; k < 4; k++) {
                const int j = first1 + k * 32;
                if (j < m)
                    a[row * m + j] = a_next[k] / first;
            }
        }
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    divide<<<dim3((n + 63) / 64, 32), 64>>>(a, n, m);
    show("a", a, n * m * sizeof(float));
    return 0;
}
