// A pixel is one load of sixteen bytes.
#include "harness.h"

__global__ void luminance(float *__restrict__ y, const float4 *__restrict__ rgba, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) {
        const float4 p = rgba[i];
        y[i] = (0.299f * p.x + 0.587f * p.y + 0.114f * p.z) * p.w;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    float *rgba = floats(4 * (size_t)n, 1), *y = floats(n, 2);
    luminance<<<(n + 255) / 256, 256>>>(y, (const float4 *)rgba, n);
    show("y", y, n * sizeof(float));
    return 0;
}
