// Four loads of sixteen bytes for each thread.
#include "harness.h"

__global__ void energy(float *__restrict__ e, const float4 *__restrict__ bodies, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n)
        return;
    const float4 a = bodies[4 * (size_t)i], b = bodies[4 * (size_t)i + 1];
    const float4 c = bodies[4 * (size_t)i + 2], d = bodies[4 * (size_t)i + 3];
    float sum = 0;
    sum += a.w * a.w;
    sum -= a.x * b.z;
    sum += b.x * b.x;
    sum -= a.y * b.w;
    sum += b.y * b.y;
    sum -= a.z * c.x;
    float spin = c.y + d.x + d.z;
    spin += 2 * (c.z + c.w + d.y);
    e[i] = sum * d.w + spin;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    float *bodies = floats(16 * (size_t)n, 1);
    float *e = floats(n, 2);
    energy<<<(n + 255) / 256, 256>>>(e, (const float4 *)bodies, n);
    show("e", e, n * sizeof(float));
    return 0;
}
