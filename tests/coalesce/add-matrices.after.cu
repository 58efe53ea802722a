// Three arrays, each thread a row.
#include "harness.h"

__global__ void add_rows(float *c, const float *a, const float *b, int n, int m)
{
    // 16 blocks for each row, their threads side by side.
    int row = blockIdx.x / 16;
    if (row >= n)
        return;
    // Four columns at a time: their loads are under way together.
    for (int first = 4 * blockDim.x * (blockIdx.x % 16) + threadIdx.x; first < m; first += 64 * blockDim.x) {
        float a_next[4];
        float b_next[4];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int j = first + k * blockDim.x;
            if (j < m) {
                a_next[k] = a[row * m + j];
                b_next[k] = b[row * m + j];
            }
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int j = first + k * blockDim.x;
            if (j < m)
                c[row * m + j] = a_next[k] + b_next[k];
        }
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2), *c = floats(n * m, 3);
    add_rows<<<1024 * ((n + 63) / 64), 64>>>(c, a, b, n, m);
    add_rows<<<1024 * ((n + 63) / 64), 64>>>(c, c, b, n, m);
    show("c", c, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
