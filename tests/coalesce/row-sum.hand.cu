// Rows through tiles, in order.
#include "harness.h"
#include "hand.h"

__global__ void row_sum(float *y, const float *a, int n, int m)
{
    __shared__ Ring<float> ring;
    const int row = blockIdx.x * ROWS + threadIdx.x;
    float sum = 0;
    read_rows(ring, a, n, m, 0, m, [&](int, float value) { sum += value; });
    if (threadIdx.y == 0 && row < n)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *y = floats(n, 3);
    row_sum<<<blocks_of(n), helpers()>>>(y, a, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    return 0;
}
