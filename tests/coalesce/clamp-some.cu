// Only some elements are written, and counted.
#include "harness.h"

__global__ void clamp(float *a, int *count, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    int clamped = 0;
    for (int j = 0; j < m; j++) {
        if (a[row * m + j] > 5) {
            a[row * m + j] = 5;
            clamped++;
        }
    }
    count[row] = clamped;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    int *count = ints(n, 2);
    clamp<<<(n + 63) / 64, 64>>>(a, count, n, m);
    show("a", a, n * m * sizeof(float));
    show("count", count, n * sizeof(int));
    return 0;
}
