// Rows through tiles, in order, as far as the longest of the block.
#include "harness.h"
#include "hand.h"

__global__ void lower_product(float *y, const float *a, const float *__restrict__ x, int n, int m)
{
    __shared__ Ring<float> ring;
    const int rows = n < m ? n : m, row = blockIdx.x * ROWS + threadIdx.x;
    const int longest = min(rows, (int)(blockIdx.x + 1) * ROWS);
    float sum = 0;
    auto add = [&](int j, float value, float with) { sum = j <= row ? sum + value * with : sum; };
    read_rows_with(ring, a, x, rows, m, longest, add, [](int row, int j) { return j <= row; });
    if (threadIdx.y == 0 && row < rows)
        y[row] = sum;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *x = floats(m, 2), *y = floats(n, 3);
    lower_product<<<blocks_of(n), helpers()>>>(y, a, x, n, m);
    show("y", y, n * sizeof(float));
    cudaFree(a);
    cudaFree(x);
    return 0;
}
