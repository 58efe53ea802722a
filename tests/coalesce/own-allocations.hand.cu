// Four columns at once, a thread for each four; rows of a multiple of four.
#include "harness.h"

__global__ void weigh(float4 *__restrict__ b, const float4 *__restrict__ a, const float4 *__restrict__ weights, int m)
{
    const int j = blockIdx.x * 256 + threadIdx.x, at = blockIdx.y * (m / 4) + j;
    if (j >= m / 4)
        return;
    const float4 four = a[at], by = weights[j];
    b[at] = make_float4(four.x * by.x, four.y * by.y, four.z * by.z, four.w * by.w);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2), *weights = floats(m, 1);
    weigh<<<dim3((m / 4 + 255) / 256, n), 256>>>((float4 *)b, (const float4 *)a, (const float4 *)weights, m);
    show("b", b, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(weights);
    return 0;
}
