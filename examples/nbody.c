// All-pairs gravity: every block walks over all bodies in tiles that its
// threads load into shared memory together.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4096
#define TILE 128
#define SOFTENING 0.01f

struct body {
    float x, y, z, mass;
};

static struct body bodies[N];
static float ax[N], ay[N], az[N];

static void accelerations(void)
{
#pragma hicuda global alloc bodies[*] copyin
#pragma hicuda global alloc ax[*]
#pragma hicuda global alloc ay[*]
#pragma hicuda global alloc az[*]
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
#pragma hicuda global copyout ax[*]
#pragma hicuda global copyout ay[*]
#pragma hicuda global copyout az[*]
#pragma hicuda global free bodies ax ay az
}

int main(void)
{
    unsigned seed = 9;
    for (int i = 0; i < N; i++) {
        float *value = &bodies[i].x;
        for (int k = 0; k < 3; k++) {
            seed = seed * 1664525u + 1013904223u;
            value[k] = (float)(seed >> 8) / (1 << 24) - 0.5f;
        }
        bodies[i].mass = 1.0f / N;
    }
    accelerations();

    // The forces of a closed system cancel.
    double px = 0, py = 0, pz = 0, size = 0;
    for (int i = 0; i < N; i++) {
        px += bodies[i].mass * ax[i];
        py += bodies[i].mass * ay[i];
        pz += bodies[i].mass * az[i];
        size += bodies[i].mass * (fabsf(ax[i]) + fabsf(ay[i]) + fabsf(az[i]));
    }
    double drift = (fabs(px) + fabs(py) + fabs(pz)) / size;
    printf("n-body, %d bodies: %s\n", N, size > 0 && drift < 1e-4 ? "PASSED" : "FAILED");
    return size > 0 && drift < 1e-4 ? EXIT_SUCCESS : EXIT_FAILURE;
}
