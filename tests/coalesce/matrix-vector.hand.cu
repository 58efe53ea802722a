// Rows through tiles, in order.
#include "harness.h"
#include "hand.h"

__global__ void matrix_vector(float *y, const float *a, const float *__restrict__ x, int n, int m)
{
    __shared__ Ring<float> ring;
    const int row = blockIdx.x * ROWS + threadIdx.x;
    float sum = 0;
    read_rows_with(ring, a, x, n, m, m, [&](int, float value, float with) { sum += value * with; });
    if (threadIdx.y == 0 && row < n)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *x = floats(m, 2), *y = floats(n, 3);
    matrix_vector<<<blocks_of(n), helpers()>>>(y, a, x, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
