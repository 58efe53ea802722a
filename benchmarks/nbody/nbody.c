// Every body is accelerated by every other; then all of them move.
#include <math.h>
#include "nbody.h"

#define TILE 256

void step(const struct body now[BODIES], struct velocity velocity[BODIES], struct body next[BODIES])
{
#pragma hicuda global alloc now[*] copyin
#pragma hicuda global alloc velocity[*] copyin
#pragma hicuda global alloc next[*]
#pragma hicuda kernel attract tblock(BODIES / TILE) thread(TILE) fastmath
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < BODIES; i++) {
        struct body b = now[i];
        float ax = 0, ay = 0, az = 0;
        for (int tile = 0; tile < BODIES; tile += TILE) {
#pragma hicuda shared alloc now[tile:tile+TILE-1] copyin
#pragma hicuda barrier
            for (int j = tile; j < tile + TILE; j++) {
                float dx = now[j].x - b.x, dy = now[j].y - b.y, dz = now[j].z - b.z;
                float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + SOFTENING * SOFTENING);
                float pull = now[j].mass * inverse * inverse * inverse;
                ax += pull * dx;
                ay += pull * dy;
                az += pull * dz;
            }
#pragma hicuda barrier
#pragma hicuda shared remove now
        }
        struct velocity v = velocity[i];
        v.x = (v.x + ax * TIME_STEP) * DAMPING;
        v.y = (v.y + ay * TIME_STEP) * DAMPING;
        v.z = (v.z + az * TIME_STEP) * DAMPING;
        b.x += v.x * TIME_STEP;
        b.y += v.y * TIME_STEP;
        b.z += v.z * TIME_STEP;
        velocity[i] = v;
        next[i] = b;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout velocity[*]
#pragma hicuda global copyout next[*]
#pragma hicuda global free now velocity next
}
