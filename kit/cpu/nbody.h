// Bodies that attract each other. All pairs are computed, so the time goes into
// arithmetic: no size of practical interest exceeds the caches.
#include <math.h>

#include "measure.h"

#define N 16384
#define SOFTENING 0.01f

struct body {
    float x, y, z, mass;
};

static struct body bodies[N];
static float ax[N], ay[N], az[N];

static void prepare(void)
{
    for (int i = 0; i < N; i++) {
        bodies[i].x = (float)(i * 7 % 1009) * 0.001f;
        bodies[i].y = (float)(i * 11 % 1013) * 0.001f;
        bodies[i].z = (float)(i * 13 % 1019) * 0.001f;
        bodies[i].mass = 1.0f / N;
    }
}

static double digest(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += fabsf(ax[i]) + fabsf(ay[i]) + fabsf(az[i]);
    return sum;
}
