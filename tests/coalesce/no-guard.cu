// As many threads as rows: nobody leaves.
#include "harness.h"

__global__ void smooth(const float *in, float *out, int n, int m)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float state = (float)n;
    for (int j = 0; j < m; j++) {
        state = 0.75f * state + 0.25f * in[row * m + j];
        out[row * m + j] = state;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats((n + 63) / 64 * 64 * m, 1), *b = floats((n + 63) / 64 * 64 * m, 2);
    smooth<<<(n + 63) / 64, 64>>>(a, b, n, m);
    show("a", a, (n + 63) / 64 * 64 * m * sizeof(float));
    show("b", b, (n + 63) / 64 * 64 * m * sizeof(float));
    return 0;
}
