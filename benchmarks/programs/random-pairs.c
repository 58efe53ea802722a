// Normal deviates from pairs of random numbers, counted by how large they are; each chunk has a seed of its own.
#include <math.h>
#include <stdio.h>

#define CHUNKS 200
#define PAIRS 64
#define RINGS 10

static int ring[RINGS];

static unsigned next(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

int main(void)
{
    double sx = 0, sy = 0;
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
        unsigned state = 271828183u + (unsigned)chunk * 7919u;
        for (int k = 0; k < PAIRS; k++) {
            double x = 2.0 * next(&state) / 16777216.0 - 1.0;
            double y = 2.0 * next(&state) / 16777216.0 - 1.0;
            double t = x * x + y * y;
            if (t <= 1.0 && t > 0.0) {
                double f = sqrt(-2.0 * log(t) / t);
                double gx = x * f, gy = y * f;
                double largest = fabs(gx) > fabs(gy) ? fabs(gx) : fabs(gy);
                ring[(int)largest]++;
                sx += gx;
                sy += gy;
            }
        }
    }
    printf("%.6g %.6g", sx, sy);
    for (int l = 0; l < RINGS; l++)
        printf(" %d", ring[l]);
    printf("\n");
    return 0;
}
