// A running sum: written and carried along the row.
#include "harness.h"

__global__ void prefix_sum(const float *a, float *b, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0;
    for (int j = 0; j < m; j++) {
        sum += a[row * m + j];
        b[row * m + j] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = eighths(n * m, 1), *b = floats(n * m, 2);
    prefix_sum<<<(n + 63) / 64, 64>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
