// Two stores of sixteen bytes for each thread, next to each other.
#include "harness.h"

__global__ void powers(float4 *__restrict__ p, const float *__restrict__ x, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n)
        return;
    const float one = x[i], two = one * one, three = two * one, four = three * one, five = four * one;
    const float six = five * one, seven = six * one;
    p[2 * (size_t)i] = make_float4(1, one, two, three);
    p[2 * (size_t)i + 1] = make_float4(four, five, six, seven);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    float *p = floats(8 * (size_t)n, 1), *x = floats(n, 2);
    powers<<<(n + 255) / 256, 256>>>((float4 *)p, x, n);
    show("p", p, 8 * (size_t)n * sizeof(float));
    return 0;
}
