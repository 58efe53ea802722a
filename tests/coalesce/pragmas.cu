// The same as pragmas.
#include "harness.h"

__global__ void filter(float *a, float *b, int n, int m)
{
#pragma cudalite kernel(64, 2)
#pragma cudalite garray(a, float, [n][m])
    int row = blockIdx.x * 64 + threadIdx.x;
    float state = 0;
#pragma cudalite boundchk
    if (row >= n)
        return;
#pragma cudalite loop(j, 0, m, 1)
    for (int j = 0; j < m; j++) {
        state = state * 0.5f + a[row * m + j];
        b[row * m + j] = state;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    filter<<<(n + 63) / 64, 64>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
