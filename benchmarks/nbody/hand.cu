// A block takes 256 bodies; the others pass by in tiles of 256 through shared
// memory, 16 bytes each.
extern "C" {
#include "nbody.h"
}
#include "../hand.h"

constexpr int TILE = 256;

__global__ void __launch_bounds__(TILE)
attract(const float4 *__restrict__ now, float4 *__restrict__ velocity, float4 *__restrict__ next)
{
    __shared__ float4 others[TILE];
    const int i = blockIdx.x * TILE + threadIdx.x;
    float4 b = now[i];
    float ax = 0, ay = 0, az = 0;

    for (int tile = 0; tile < BODIES; tile += TILE) {
        others[threadIdx.x] = now[tile + threadIdx.x];
        __syncthreads();
#pragma unroll 128
        for (int j = 0; j < TILE; j++) {
            const float4 o = others[j];
            const float dx = o.x - b.x, dy = o.y - b.y, dz = o.z - b.z;
            const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + SOFTENING * SOFTENING);
            const float pull = o.w * inverse * inverse * inverse;
            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
        }
        __syncthreads();
    }
    float4 v = velocity[i];
    v.x = (v.x + ax * TIME_STEP) * DAMPING;
    v.y = (v.y + ay * TIME_STEP) * DAMPING;
    v.z = (v.z + az * TIME_STEP) * DAMPING;
    b.x += v.x * TIME_STEP;
    b.y += v.y * TIME_STEP;
    b.z += v.z * TIME_STEP;
    velocity[i] = v;
    next[i] = b;
}

extern "C" void step(const struct body now[BODIES], struct velocity velocity[BODIES], struct body next[BODIES])
{
    static_assert(BODIES % TILE == 0, "whole tiles");
    Device<float4> from(now, BODIES), v(velocity, BODIES), to(BODIES);
    attract<<<BODIES / TILE, TILE>>>(from, v, to);
    v.copy_to(velocity);
    to.copy_to(next);
}
