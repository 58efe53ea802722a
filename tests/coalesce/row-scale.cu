// The paper's example: each thread scales a row of its own.
#include "harness.h"

#define TPB 64

__global__ void scale(const float *a, float *b, int n, int m)
{
    int thi = threadIdx.x;
    int bki = blockIdx.x;
    float t = (float) thi + bki;
    int i;

    if (bki * TPB + thi >= n)
        return;

    for (i = 0; i < m; i++)
    {
        b[(bki*TPB+thi)*m + i] =
            a[(bki*TPB+thi)*m + i] * t;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    scale<<<(n + TPB - 1) / TPB, TPB>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
