// A thread for each column: as coalesced as can be, and too few of them.
#include "harness.h"

__global__ void scale(float *__restrict__ b, const float *a, const float *factors, int n, int m)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= m)
        return;
    // Four iterations at a time: their loads are under way together.
    for (int first = blockIdx.y; first < n; first += 4 * gridDim.y) {
        float factors_next[4];
        float a_next[4];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int i = first + k * gridDim.y;
            if (i < n) {
                factors_next[k] = factors[i];
                a_next[k] = a[i * m + column];
            }
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int i = first + k * gridDim.y;
            if (i < n)
                b[i * m + column] = factors_next[k] * a_next[k];
        }
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2), *factors = floats(n, 3);
    scale<<<dim3((m + 255) / 256, 1 + 8448 / (1 + (m + 255) / 256)), 256>>>(b, a, factors, n, m);
    show("b", b, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(factors);
    return 0;
}
