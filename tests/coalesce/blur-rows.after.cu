// A stencil of three along the row, each element on its own.
#include "harness.h"

__global__ void blur(float *__restrict__ b, const float *__restrict__ a, int n, int m)
{
    // 16 blocks for each row, their threads side by side.
    int row = blockIdx.x / 16;
    if (row >= n)
        return;
    // Four columns at a time: their loads are under way together.
    for (int first = 4 * blockDim.x * (blockIdx.x % 16) + threadIdx.x; first < m - 1; first += 64 * blockDim.x) {
        float a_next[4];
        float a_next2[4];
        float a_next3[4];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int j = first + k * blockDim.x;
            if (j >= 1 && j < m - 1) {
                a_next[k] = a[row * m + j - 1];
                a_next2[k] = a[row * m + j];
                a_next3[k] = a[row * m + j + 1];
            }
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int j = first + k * blockDim.x;
            if (j >= 1 && j < m - 1)
                b[row * m + j] = (a_next[k] + a_next2[k] + a_next3[k]) / 3;
        }
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    blur<<<1024 * ((n + 63) / 64), 64>>>(b, a, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
