// Each row by its first element, in place.
#include "harness.h"

__global__ void divide(float *a, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float first = a[row * m];
    for (int j = 0; j < m; j++)
        a[row * m + j] = a[row * m + j] / first;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    divide<<<(n + 63) / 64, 64>>>(a, n, m);
    show("a", a, n * m * sizeof(float));
    return 0;
}
