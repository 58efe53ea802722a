// Four columns at once, a thread for each four; rows of a multiple of four.
#include "harness.h"

__global__ void scale(const float4 *__restrict__ a, float4 *__restrict__ b, int m)
{
    const int row = blockIdx.y, j = blockIdx.x * 256 + threadIdx.x;
    if (j >= m / 4)
        return;
    const float t = (float)(row % 64) + row / 64;
    const float4 four = a[row * (m / 4) + j];
    b[row * (m / 4) + j] = make_float4(four.x * t, four.y * t, four.z * t, four.w * t);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2);
    scale<<<dim3((m / 4 + 255) / 256, n), 256>>>((const float4 *)a, (float4 *)b, m);
    show("a", a, n * m * sizeof(float));
    show("b", b, n * m * sizeof(float));
    return 0;
}
