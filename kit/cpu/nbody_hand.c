// Gravity as the sequential loop with one line of OpenMP.
#include "nbody.h"

static void work(void)
{
    start();
#pragma omp parallel for
    for (int i = 0; i < N; i++) {
        float x = bodies[i].x, y = bodies[i].y, z = bodies[i].z;
        float sum_x = 0, sum_y = 0, sum_z = 0;
        for (int j = 0; j < N; j++) {
            float dx = bodies[j].x - x, dy = bodies[j].y - y, dz = bodies[j].z - z;
            float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + SOFTENING);
            float strength = bodies[j].mass * inverse * inverse * inverse;
            sum_x += strength * dx;
            sum_y += strength * dy;
            sum_z += strength * dz;
        }
        ax[i] = sum_x;
        ay[i] = sum_y;
        az[i] = sum_z;
    }
    stop();
}
