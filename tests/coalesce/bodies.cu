//@ access: 2, which word of which struct it is cannot be told before it runs
// Large structs that are only read, all of them.
#include "harness.h"

typedef struct {
    float position[3], velocity[3], force[3], inertia[6], mass;
} body;

__global__ void energy(float *__restrict__ e, const body *__restrict__ bodies, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < 3; k++) {
        sum += bodies[i].velocity[k] * bodies[i].velocity[k];
        sum -= bodies[i].position[k] * bodies[i].force[k];
    }
    float spin = bodies[i].inertia[0] + bodies[i].inertia[3] + bodies[i].inertia[5];
    spin += 2 * (bodies[i].inertia[1] + bodies[i].inertia[2] + bodies[i].inertia[4]);
    e[i] = sum * bodies[i].mass + spin;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1, 100) * size(argc, argv, 2, 70);
    body *bodies = (body *)floats(16 * (size_t)n, 1);
    float *e = floats(n, 2);
    energy<<<(n + 127) / 128, 128>>>(e, bodies, n);
    show("e", e, n * sizeof(float));
    return 0;
}
