// The four numbers of a thread are one load and one store.
#include "harness.h"

__global__ void normalise(float4 *__restrict__ b, const float4 *__restrict__ a, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n)
        return;
    const float4 v = a[i];
    const float sum = fmaf(v.w, v.w, fmaf(v.z, v.z, fmaf(v.y, v.y, v.x * v.x)));
    b[i] = make_float4(v.x / sum, v.y / sum, v.z / sum, v.w / sum);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    float *a = floats(4 * (size_t)n, 1), *b = floats(4 * (size_t)n, 2);
    normalise<<<(n + 255) / 256, 256>>>((float4 *)b, (const float4 *)a, n);
    show("b", b, 4 * n * sizeof(float));
    return 0;
}
