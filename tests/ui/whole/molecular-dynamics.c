//@ run: cpu
// Molecular dynamics in the style of old C: arrays at file level, lists of neighbours.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>
#define MAXN 256
#define MAXNB 64
double x[MAXN][3], v[MAXN][3], f[MAXN][3];
int nb[MAXN][MAXNB], nnb[MAXN];
int natoms;
static double cutoff = 2.5, boxlen;
double epot;

static double wrap(d, len)
double d, len;
{
    if (d > 0.5 * len) d -= len;
    else if (d < -0.5 * len) d += len;
    return d;
}

static void neighbours(void)
{
    int i, j, k;
#pragma hicuda kernel find_nb tblock(8) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < natoms; i++) {
        int count = 0;
        for (j = 0; j < natoms; j++) {
            double r2 = 0;
            if (j == i) continue;
            for (k = 0; k < 3; k++) {
                double d = wrap(x[i][k] - x[j][k], boxlen);
                r2 += d * d;
            }
            if (r2 < (cutoff + 0.5) * (cutoff + 0.5) && count < MAXNB)
                nb[i][count++] = j;
        }
        nnb[i] = count;
    }
#pragma hicuda kernel_end
}

static double forces(void)
{
    int i;
    double e = 0;
#pragma hicuda kernel lj tblock(8) thread(32)
#pragma hicuda loop_partition over_tblock over_thread reduction(+:e)
    for (i = 0; i < natoms; i++) {
        double fi[3] = { 0, 0, 0 };
        int m;
        for (m = 0; m < nnb[i]; m++) {
            int j = nb[i][m], k;
            double d[3], r2 = 0, inv, s6;
            for (k = 0; k < 3; k++) {
                d[k] = wrap(x[i][k] - x[j][k], boxlen);
                r2 += d[k] * d[k];
            }
            if (r2 > cutoff * cutoff) continue;
            inv = 1 / r2;
            s6 = inv * inv * inv;
            for (k = 0; k < 3; k++)
                fi[k] += 48 * s6 * (s6 - 0.5) * inv * d[k];
            e += 2 * s6 * (s6 - 1);
        }
        memcpy(f[i], fi, sizeof fi);
    }
#pragma hicuda kernel_end
    return e;
}

static void integrate(double dt)
{
    int i, k;
#pragma hicuda kernel verlet tblock(8) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < natoms; i++)
        for (k = 0; k < 3; k++) {
            v[i][k] += dt * f[i][k];
            x[i][k] += dt * v[i][k];
            x[i][k] -= boxlen * floor(x[i][k] / boxlen);
        }
#pragma hicuda kernel_end
}

int main()
{
    int i, j, k, t, side = 5;
    natoms = side * side * side;
    boxlen = side * 1.2;
    for (i = 0; i < side; i++) for (j = 0; j < side; j++) for (k = 0; k < side; k++) {
        int n = (i * side + j) * side + k;
        x[n][0] = i * 1.2 + 0.01 * (n % 7);
        x[n][1] = j * 1.2 + 0.01 * (n % 5);
        x[n][2] = k * 1.2 + 0.01 * (n % 3);
    }
#pragma hicuda global alloc x[*][*] copyin
#pragma hicuda global alloc v[*][*] copyin
#pragma hicuda global alloc f[*][*] copyin
#pragma hicuda global alloc nb[*][*] //~ R2049 `nb`
#pragma hicuda global alloc nnb[*] //~ R2049 `nnb`
    for (t = 0; t < 10; t++) {
        if (t % 5 == 0) neighbours();
        epot = forces();
        integrate(0.002);
    }
#pragma hicuda global copyout x[*][*]
#pragma hicuda global free x v f nb nnb
    printf("%.8f %.8f\n", epot, x[17][1]);
    return 0;
}
