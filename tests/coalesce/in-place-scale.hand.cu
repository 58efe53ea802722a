// Four columns at once, a thread for each four; rows of a multiple of four.
#include "harness.h"

__global__ void scale(float4 *a, float factor, int m)
{
    const int j = blockIdx.x * 256 + threadIdx.x;
    if (j >= m / 4)
        return;
    const float4 four = a[blockIdx.y * (m / 4) + j];
    a[blockIdx.y * (m / 4) + j] = make_float4(four.x * factor, four.y * factor, four.z * factor, four.w * factor);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1);
    scale<<<dim3((m / 4 + 255) / 256, n), 256>>>((float4 *)a, 1.5f, m);
    show("a", a, n * m * sizeof(float));
    return 0;
}
