//@ access: 2, which bytes a vector is made of cannot be told before it runs
// Four channels side by side, each loaded by itself.
#include "harness.h"

__global__ void luminance(float *y, const float *rgba, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (0.299f * rgba[4 * i] + 0.587f * rgba[4 * i + 1] + 0.114f * rgba[4 * i + 2]) * rgba[4 * i + 3];
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    float *rgba = floats(4 * (size_t)n, 1), *y = floats(n, 2);
    luminance<<<(n + 255) / 256, 256>>>(y, rgba, n);
    show("y", y, n * sizeof(float));
    return 0;
}
