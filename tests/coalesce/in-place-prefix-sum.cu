// The same in place: one array is read and written.
#include "harness.h"

__global__ void prefix_sum(float *a, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float sum = 0;
    for (int j = 0; j < m; j++) {
        sum += a[row * m + j];
        a[row * m + j] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    prefix_sum<<<(n + 63) / 64, 64>>>(a, n, m);
    show("a", a, n * m * sizeof(float));
    return 0;
}
