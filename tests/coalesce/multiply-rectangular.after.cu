//@ large: 12288 12288
// A block of 32 by 8 threads, the wrong one first.
#include "harness.h"

__global__ void multiply(float *c, const float *a, const float *b, int n, int m)
{
    int i = blockIdx.x * blockDim.y + threadIdx.y;
    const int first = 4 * blockDim.x * blockIdx.y + threadIdx.x;
    // Four columns for each thread: their loads are under way together.
    float a_next[4];
    float b_next[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        const int j = first + k * blockDim.x;
        if (i < n && j < m) {
            a_next[k] = a[i * m + j];
            b_next[k] = b[i * m + j];
        }
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        const int j = first + k * blockDim.x;
        if (i < n && j < m)
            c[i * m + j] = a_next[k] * b_next[k];
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2), *c = floats(n * m, 3);
    dim3 block(32, 8), grid((n + 7) / 8, (m + 127) / 128);
    multiply<<<grid, block>>>(c, a, b, n, m);
    show("c", c, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
