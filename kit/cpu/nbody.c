// Gravity with directives: the bodies in tiles that a block loads together.
#include "nbody.h"

#define TILE 128

static void work(void)
{
#pragma hicuda global alloc bodies[*] copyin
#pragma hicuda global alloc ax[*]
#pragma hicuda global alloc ay[*]
#pragma hicuda global alloc az[*]
    start();
#pragma hicuda kernel gravity tblock(N/TILE) thread(TILE)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        float x = bodies[i].x, y = bodies[i].y, z = bodies[i].z;
        float sum_x = 0, sum_y = 0, sum_z = 0;
        for (int tile = 0; tile < N; tile += TILE) {
#pragma hicuda shared alloc bodies[tile:tile+TILE-1] copyin
#pragma hicuda barrier
            for (int j = tile; j < tile + TILE; j++) {
                float dx = bodies[j].x - x, dy = bodies[j].y - y, dz = bodies[j].z - z;
                float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + SOFTENING);
                float strength = bodies[j].mass * inverse * inverse * inverse;
                sum_x += strength * dx;
                sum_y += strength * dy;
                sum_z += strength * dz;
            }
#pragma hicuda barrier
#pragma hicuda shared remove bodies
        }
        ax[i] = sum_x;
        ay[i] = sum_y;
        az[i] = sum_z;
    }
#pragma hicuda kernel_end
    stop();
#pragma hicuda global copyout ax[*]
#pragma hicuda global copyout ay[*]
#pragma hicuda global copyout az[*]
#pragma hicuda global free bodies ax ay az
}
