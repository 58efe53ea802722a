// Three loads and stores of eight bytes for each particle.
#include "harness.h"

__global__ void move(float2 *p, float dt, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= n)
        return;
    float2 *own = p + 3 * (size_t)i;
    float2 xy = own[0], zv = own[1], vv = own[2];
    xy.x += dt * zv.y;
    xy.y += dt * vv.x;
    zv.x += dt * vv.y;
    if (zv.x < 0) {
        zv.x = -zv.x;
        vv.y = -0.5f * vv.y;
        own[2] = vv;
    }
    own[0] = xy;
    own[1] = zv;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    float *p = floats(6 * (size_t)n, 1);
    move<<<(n + 255) / 256, 256>>>((float2 *)p, 0.01f, n);
    show("p", p, n * 6 * sizeof(float));
    return 0;
}
