// Random bodies, and the step of some of them in double precision.
#include "../harness.h"
#include "nbody.h"

int main(void)
{
    struct body *now = room(BODIES, sizeof *now), *next = room(BODIES, sizeof *next);
    struct velocity *velocity = room(BODIES, sizeof *velocity), *before = room(BODIES, sizeof *before);
    unsigned seed = 16384;

    for (int i = 0; i < BODIES; i++) {
        now[i] = (struct body){ uniform(&seed, -1, 1), uniform(&seed, -1, 1), uniform(&seed, -1, 1), 1 };
        velocity[i] = (struct velocity){ uniform(&seed, -1, 1), uniform(&seed, -1, 1), uniform(&seed, -1, 1), 0 };
        before[i] = velocity[i];
    }
    step(now, velocity, next);

    if (is_only_timed())
        return 0;
    struct error e = { 0 };
    for (int i = 0; i < BODIES; i += BODIES / 300 + 1) {
        double ax = 0, ay = 0, az = 0, dt = TIME_STEP, softening = SOFTENING;
        for (int j = 0; j < BODIES; j++) {
            double dx = (double)now[j].x - now[i].x, dy = (double)now[j].y - now[i].y, dz = (double)now[j].z - now[i].z;
            double pull = now[j].mass / pow(dx * dx + dy * dy + dz * dz + softening * softening, 1.5);
            ax += pull * dx;
            ay += pull * dy;
            az += pull * dz;
        }
        compare(&e, before[i].x + ax * dt, velocity[i].x);
        compare(&e, before[i].y + ay * dt, velocity[i].y);
        compare(&e, before[i].z + az * dt, velocity[i].z);
        compare(&e, now[i].x + (before[i].x + ax * dt) * dt, next[i].x);
    }
    return verdict("nbody", e, 1e-4);
}
