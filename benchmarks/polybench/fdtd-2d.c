// Maxwell's equations in a plane by finite differences in time.
#include "polybench.h"

#ifdef LARGE
enum { STEPS = 500, NX = 1000, NY = 1200 };
#else
enum { STEPS = 10, NX = 60, NY = 80 };
#endif

static float ex[NX][NY], ey[NX][NY], hz[NX][NY], source[STEPS];

static void set(void)
{
    for (int t = 0; t < STEPS; t++)
        source[t] = (float)t;
    for (int i = 0; i < NX; i++)
        for (int j = 0; j < NY; j++) {
            ex[i][j] = (float)(i * (j + 1)) / NX;
            ey[i][j] = (float)(i * (j + 2)) / NY;
            hz[i][j] = (float)(i * (j + 3)) / NX;
        }
}

static void fdtd(int steps, int nx, int ny, float ex[NX][NY], float ey[NX][NY], float hz[NX][NY],
                 float source[STEPS])
{
    for (int t = 0; t < steps; t++) {
        for (int j = 0; j < ny; j++)
            ey[0][j] = source[t];
        for (int i = 1; i < nx; i++)
            for (int j = 0; j < ny; j++)
                ey[i][j] = ey[i][j] - 0.5f * (hz[i][j] - hz[i - 1][j]);
        for (int i = 0; i < nx; i++)
            for (int j = 1; j < ny; j++)
                ex[i][j] = ex[i][j] - 0.5f * (hz[i][j] - hz[i][j - 1]);
        for (int i = 0; i < nx - 1; i++)
            for (int j = 0; j < ny - 1; j++)
                hz[i][j] = hz[i][j] - 0.7f * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        fdtd(STEPS, NX, NY, ex, ey, hz, source);
        stop("fdtd-2d",
             sampled(&ex[0][0], NX * NY) +
             sampled(&ey[0][0], NX * NY) +
             sampled(&hz[0][0], NX * NY));
    }
    return result("fdtd-2d", &ex[0][0], NX * NY) | result("fdtd-2d", &ey[0][0], NX * NY) |
           result("fdtd-2d", &hz[0][0], NX * NY);
}
