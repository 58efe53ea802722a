//@ access: 2, which word of which struct it is cannot be told before it runs
// An array of structs: each thread moves a particle of its own.
#include "harness.h"

struct particle {
    float x, y, z, vx, vy, vz;
};

__global__ void move(struct particle *p, float dt, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
    if (p[i].z < 0) {
        p[i].z = -p[i].z;
        p[i].vz = -0.5f * p[i].vz;
    }
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    struct particle *p = (struct particle *)floats(6 * (size_t)n, 1);
    move<<<(n + 127) / 128, 128>>>(p, 0.01f, n);
    show("p", p, n * sizeof(struct particle));
    return 0;
}
