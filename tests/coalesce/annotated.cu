// CUDA-lite's own annotations, in the paper's spelling.
#include "harness.h"

__global__ void filter(float *a, float *b, int n, int m)
{
    __annotation(L"__global__ 64 2");
    __annotation(L"garray a 2 4 n m");
    __annotation(L"garray b 2 4 n m");
    int row = blockIdx.x * 64 + threadIdx.x;
    float state = 0;
    __annotation(L"BoundChk");
    if (row >= n)
        return;
    __annotation(L"loop j 0 m 1");
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
