//@ access: 2, which word of which part it is cannot be told before it runs
// Each thread has six numbers of its own, which a short loop goes through.
#include "harness.h"

__global__ void relax(float *f, float omega, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float density = 0;
    for (int k = 0; k < 6; k++)
        density += f[6 * i + k];
    for (int k = 0; k < 6; k++)
        f[6 * i + k] += omega * (density / 6 - f[6 * i + k]);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    float *f = floats(6 * (size_t)n, 1);
    relax<<<(n + 127) / 128, 128>>>(f, 0.75f, n);
    show("f", f, 6 * (size_t)n * sizeof(float));
    return 0;
}
