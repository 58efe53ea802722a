// Three loads and stores of eight bytes for each thread.
#include "harness.h"

__global__ void relax(float2 *f, float omega, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n)
        return;
    float2 *own = f + 3 * (size_t)i;
    float2 a = own[0], b = own[1], c = own[2];
    const float mean = (0.0f + a.x + a.y + b.x + b.y + c.x + c.y) / 6;
    own[0] = make_float2(a.x + omega * (mean - a.x), a.y + omega * (mean - a.y));
    own[1] = make_float2(b.x + omega * (mean - b.x), b.y + omega * (mean - b.y));
    own[2] = make_float2(c.x + omega * (mean - c.x), c.y + omega * (mean - c.y));
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    float *f = floats(6 * (size_t)n, 1);
    relax<<<(n + 255) / 256, 256>>>((float2 *)f, 0.75f, n);
    show("f", f, 6 * (size_t)n * sizeof(float));
    return 0;
}
