// Sizes of 64 bits, and a bound that is included.
#include "harness.h"

__global__ void smooth(const float *in, float *out, size_t n, size_t m)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float state = 0;
    for (size_t j = 1; j <= m - 1; j++) {
        state = 0.75f * state + 0.25f * in[row * m + j];
        out[row * m + j] = state;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    smooth<<<(n + 63) / 64, 64>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
