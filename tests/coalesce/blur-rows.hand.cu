// Four columns for each thread, their loads under way together.
#include "harness.h"

__global__ void blur(float *__restrict__ b, const float *__restrict__ a, int m)
{
    const float *from = a + blockIdx.y * m;
    float *to = b + blockIdx.y * m;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        const int j = blockIdx.x * 1024 + k * 256 + threadIdx.x;
        if (j > 0 && j < m - 1)
            to[j] = (from[j - 1] + from[j] + from[j + 1]) / 3;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    blur<<<dim3((m + 1023) / 1024, n), 256>>>(b, a, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
