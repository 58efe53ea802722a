//@ access: 2, which word of which struct it is cannot be told before it runs
// Large structs that are only read, all of them.
#include "harness.h"

typedef struct {
    float position[3], velocity[3], force[3], inertia[6], mass;
} body;

__global__ void energy(float *__restrict__ e, const body *__restrict__ bodies, int n)
{
    __shared__ struct { body of; float padding; } bodies_tile[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // The structs of the block come as words, side by side.
#pragma unroll
    for (unsigned k1 = 0; k1 < 16; k1++) {
        const unsigned e1 = k1 * 128 + threadIdx.x, r = e1 / 16, w = e1 % 16;
        int i = blockIdx.x * blockDim.x + r;
        if (i < n)
            ((float *)&bodies_tile[r].of)[w] = ((const float *)&bodies[i])[w];
    }
    __syncthreads();
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < 3; k++) {
        sum += bodies_tile[threadIdx.x].of.velocity[k] * bodies_tile[threadIdx.x].of.velocity[k];
        sum -= bodies_tile[threadIdx.x].of.position[k] * bodies_tile[threadIdx.x].of.force[k];
    }
    float spin = bodies_tile[threadIdx.x].of.inertia[0] + bodies_tile[threadIdx.x].of.inertia[3] + bodies_tile[threadIdx.x].of.inertia[5];
    spin += 2 * (bodies_tile[threadIdx.x].of.inertia[1] + bodies_tile[threadIdx.x].of.inertia[2] + bodies_tile[threadIdx.x].of.inertia[4]);
    e[i] = sum * bodies_tile[threadIdx.x].of.mass + spin;
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
