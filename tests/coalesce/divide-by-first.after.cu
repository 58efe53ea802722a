// Each row by its first element, in place.
#include "harness.h"

__global__ void divide(float *a, int n, int m)
{
    // A block for each row, its threads side by side.
    int row = blockIdx.x;
    if (row >= n)
        return;
    float first = a[row * m];
    __syncthreads();
    // Four columns at a time: their loads are under way together.
    for (int first1 = threadIdx.x; first1 < m; first1 += 2048) {
        float a_next[4];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int j = first1 + k * 512;
            if (j < m)
                a_next[k] = a[row * m + j];
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int j = first1 + k * 512;
            if (j < m)
                a[row * m + j] = a_next[k] / first;
        }
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    divide<<<64 * ((n + 63) / 64), 512>>>(a, n, m);
    show("a", a, n * m * sizeof(float));
    return 0;
}
