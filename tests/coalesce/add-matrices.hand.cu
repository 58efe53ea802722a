// Four columns at once, a thread for each four; rows of a multiple of four.
#include "harness.h"

__global__ void add_rows(float4 *c, const float4 *a, const float4 *b, int m)
{
    const int j = blockIdx.x * 256 + threadIdx.x, at = blockIdx.y * (m / 4) + j;
    if (j >= m / 4)
        return;
    const float4 x = a[at], y = b[at];
    c[at] = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100), m = size(argc, argv, 2, 70);
    float *a = floats(n * m, 1), *b = floats(n * m, 2), *c = floats(n * m, 3);
    add_rows<<<dim3((m / 4 + 255) / 256, n), 256>>>((float4 *)c, (const float4 *)a, (const float4 *)b, m);
    add_rows<<<dim3((m / 4 + 255) / 256, n), 256>>>((float4 *)c, (const float4 *)c, (const float4 *)b, m);
    show("c", c, n * m * sizeof(float));
    cudaFree(a);
    cudaFree(b);
    return 0;
}
