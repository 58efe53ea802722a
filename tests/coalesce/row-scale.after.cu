// The paper's example: each thread scales a row of its own.
#include "harness.h"

#define TPB 64

__global__ void scale(const float *a, float *b, int n, int m)
{
    // 16 blocks for each row, their threads side by side.
    const unsigned r = blockIdx.x / 16 % 64;
    int thi = r;
    int bki = blockIdx.x / 1024;
    float t = (float) thi + bki;

    if (bki * TPB + thi >= n)
        return;

    // Four columns at a time: their loads are under way together.
    for (int first = 4 * blockDim.x * (blockIdx.x % 16) + threadIdx.x; first < m; first += 64 * blockDim.x) {
        float a_next[4];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int i = first + k * blockDim.x;
            if (i < m)
                a_next[k] = a[(bki*TPB+thi)*m + i];
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            const int i = first + k * blockDim.x;
            if (i < m)
            {
                b[(bki*TPB+thi)*m + i] =
                    a_next[k] * t;
            }
        }
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    scale<<<1024 * ((n + TPB - 1) / TPB), TPB>>>(a, b, n, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
