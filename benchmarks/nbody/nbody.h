// One step of bodies that attract each other.
#ifndef NBODY_H
#define NBODY_H

#ifndef BODIES
#define BODIES 512
#endif

#define SOFTENING 0.1f
#define TIME_STEP 0.016f
#define DAMPING 1.0f

struct body {
    float x, y, z, mass;
};

struct velocity {
    float x, y, z, unused;
};

void step(const struct body now[BODIES], struct velocity velocity[BODIES], struct body next[BODIES]);

#endif
