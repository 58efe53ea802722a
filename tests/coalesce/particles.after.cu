//@ access: 2, which word of which struct it is cannot be told before it runs
// An array of structs: each thread moves a particle of its own.
#include "harness.h"

struct particle {
    float x, y, z, vx, vy, vz;
};

__global__ void move(struct particle *p, float dt, int n)
{
    __shared__ struct { struct particle of; float padding; } p_tile[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // The structs of the block come as words, side by side.
#pragma unroll
    for (unsigned k = 0; k < 6; k++) {
        const unsigned e = k * 128 + threadIdx.x, r = e / 6, w = e % 6;
        int i = blockIdx.x * blockDim.x + r;
        if (i < n)
            ((float *)&p_tile[r].of)[w] = ((const float *)&p[i])[w];
    }
    __syncthreads();
    if (i < n) {
        p_tile[threadIdx.x].of.x += dt * p_tile[threadIdx.x].of.vx;
        p_tile[threadIdx.x].of.y += dt * p_tile[threadIdx.x].of.vy;
        p_tile[threadIdx.x].of.z += dt * p_tile[threadIdx.x].of.vz;
        if (p_tile[threadIdx.x].of.z < 0) {
            p_tile[threadIdx.x].of.z = -p_tile[threadIdx.x].of.z;
            p_tile[threadIdx.x].of.vz = -0.5f * p_tile[threadIdx.x].of.vz;
        }
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < 6; k++) {
        const unsigned e = k * 128 + threadIdx.x, r = e / 6, w = e % 6;
        int i = blockIdx.x * blockDim.x + r;
        if (i < n)
            ((float *)&p[i])[w] = ((float *)&p_tile[r].of)[w];
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
