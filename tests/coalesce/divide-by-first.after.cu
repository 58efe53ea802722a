// Each row by its first element, in place.
#include "harness.h"

__global__ void divide(float *a, int n, int m)
{
    // A warp for each row, its lanes side by side.
    const int lane = threadIdx.x % 32;
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= n)
        return;
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

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    divide<<<32 * ((n + 63) / 64), 64>>>(a, n, m);
    show("a", a, n * m * sizeof(float));
    return 0;
}
