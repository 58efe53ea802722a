// The greatest element of a row, and where it is.
#include "harness.h"

__global__ void row_maximum(float *y, int *where, const float *a, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float greatest = -1e30f;
    int at = 0;
    for (int j = 0; j < m; j++) {
        float value = a[row * m + j];
        if (value > greatest) {
            greatest = value;
            at = j;
        }
    }
    y[row] = greatest;
    where[row] = at;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *y = floats(n, 3);
    int *where = ints(n, 4);
    row_maximum<<<(n + 63) / 64, 64>>>(y, where, a, n, m);
    show("y", y, n * sizeof(float));
    show("where", where, n * sizeof(int));
    cudaFree(a);
    return 0;
}
