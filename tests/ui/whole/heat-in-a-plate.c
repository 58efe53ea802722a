//@ run: cpu
// Heat in a plate: functions with kernels, pointers that are swapped between them.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#define IDX(i, j) ((i) * nx + (j))
static void init(double *u, int nx, int ny)
{
    for (int i = 0; i < ny; i++)
        for (int j = 0; j < nx; j++)
            u[IDX(i, j)] = i == 0 ? 100.0 : j == 0 ? 50.0 : 0.0;
}
static void step(const double *restrict u, double *restrict v, int nx, int ny, double k)
{
    int i, j;
#pragma hicuda kernel heat_step tblock(4, 4) thread(8, 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 1; i < ny - 1; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (j = 1; j < nx - 1; j++)
            v[IDX(i, j)] = u[IDX(i, j)] + k * (u[IDX(i - 1, j)] + u[IDX(i + 1, j)] + u[IDX(i, j - 1)] + u[IDX(i, j + 1)] - 4 * u[IDX(i, j)]);
#pragma hicuda kernel_end
}
static double change(const double *u, const double *v, int n)
{
    double d = 0;
#pragma hicuda kernel heat_change tblock(8) thread(64)
#pragma hicuda loop_partition over_tblock over_thread reduction(max:d)
    for (int i = 0; i < n; i++)
        d = fmax(d, fabs(u[i] - v[i]));
#pragma hicuda kernel_end
    return d;
}
int main(int argc, char *argv[])
{
    int nx = argc > 1 ? atoi(argv[1]) : 50, ny = argc > 2 ? atoi(argv[2]) : 40, t = 0;
    int n = nx * ny;
    double *u = malloc(n * sizeof(double)), *v = malloc(n * sizeof(double)), *tmp, d;
    if (!u || !v) { fprintf(stderr, "no memory\n"); return EXIT_FAILURE; }
    init(u, nx, ny);
    init(v, nx, ny);
#pragma hicuda global alloc u[0:n-1] copyin
#pragma hicuda global alloc v[0:n-1] copyin
    do {
        step(u, v, nx, ny, 0.2);
        d = change(u, v, n);
        tmp = u; u = v; v = tmp;
    } while (++t < 200 && d > 0.05);
#pragma hicuda global copyout u[0:n-1]
#pragma hicuda global free u v
    double sum = 0;
    for (int i = 0; i < n; i++) sum += u[i];
    printf("%d steps, change %.6f, mean %.6f\n", t, d, sum / n);
    free(u); free(v);
    return 0;
}
