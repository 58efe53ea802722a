// Is every element of the row small, and is any negative?
#include "harness.h"

__global__ void votes(int *small, int *negative, const float *a, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    int all = 1, any = 0;
    for (int j = 0; j < m; j++) {
        if (a[row * m + j] > 18)
            all = 0;
        any = any || a[row * m + j] < -10;
    }
    small[row] = all;
    negative[row] = any;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    int *small = ints(n, 2), *negative = ints(n, 3);
    votes<<<(n + 127) / 128, 128>>>(small, negative, a, n, m);
    show("small", small, n * sizeof(int));
    show("negative", negative, n * sizeof(int));
    cudaFree(a);
    return 0;
}
