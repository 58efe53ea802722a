// Four columns at once, a thread for each four; rows of a multiple of four.
#include "harness.h"

__global__ void scale(float4 *__restrict__ b, const float4 *__restrict__ a, const float *__restrict__ factors, int m)
{
    const int j = blockIdx.x * 256 + threadIdx.x, at = blockIdx.y * (m / 4) + j;
    if (j >= m / 4)
        return;
    const float4 four = a[at];
    const float factor = factors[blockIdx.y];
    b[at] = make_float4(four.x * factor, four.y * factor, four.z * factor, four.w * factor);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2), *factors = floats(n, 3);
    scale<<<dim3((m / 4 + 255) / 256, n), 256>>>((float4 *)b, (const float4 *)a, factors, m);
    show("b", b, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(factors);
    return 0;
}
