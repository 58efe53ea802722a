// annotate: --force
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// A border of one cell all around: rows of `ny + 2`, found by a macro and by functions.
typedef struct {
    int nx, ny;
    double *now, *next;
} Grid;

#define AT(g, i, j) ((i) * ((g)->ny + 2) + (j))

static inline double value(const Grid *g, int i, int j)
{
    return g->now[AT(g, i, j)];
}

static inline void set(Grid *g, int i, int j, double to)
{
    g->next[AT(g, i, j)] = to;
}

static void allocate(Grid *g, int nx, int ny)
{
    size_t cells = (size_t)(nx + 2) * (ny + 2);
    g->nx = nx;
    g->ny = ny;
    g->now = calloc(cells, sizeof(double));
    g->next = calloc(cells, sizeof(double));
}

static void borders(Grid *g)
{
    for (int j = 0; j < g->ny + 2; j++) {
        g->now[AT(g, 0, j)] = 1;
        g->now[AT(g, g->nx + 1, j)] = 0;
    }
}

static double step(Grid *g)
{
    double change = 0;
    for (int i = 1; i <= g->nx; i++)
        for (int j = 1; j <= g->ny; j++) {
            double v = 0.25 * (value(g, i - 1, j) + value(g, i + 1, j) + value(g, i, j - 1) + value(g, i, j + 1));
            change = fmax(change, fabs(v - value(g, i, j)));
            set(g, i, j, v);
        }
    double *old = g->now;
    g->now = g->next;
    g->next = old;
    return change;
}

// Three dimensions, the borders of each of another width.
static void planes(int l, int m, int n, float *a)
{
    for (int i = 0; i < l; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < n; k++)
                a[(i + 1) * (m + 2) * (n + 4) + (j + 1) * (n + 4) + k + 2] += i + j * k;
}

int main(void)
{
    Grid g;
    allocate(&g, 12, 9);
    double change = 1;
    int steps = 0;
    while (change > 1e-3 && steps < 6) {
        borders(&g);
        change = step(&g);
        steps++;
    }
    double sum = 0;
    for (int i = 1; i <= g.nx; i++)
        for (int j = 1; j <= g.ny; j++)
            sum += value(&g, i, j);
    int l = 3, m = 4, n = 5, all = (l + 2) * (m + 2) * (n + 4);
    float *a = calloc(all, sizeof *a);
    planes(l, m, n, a);
    float last = 0;
    for (int i = 0; i < all; i++)
        last += a[i] * (i % 3);
    printf("%d %.6f %.1f\n", steps, sum, last);
    free(a);
    free(g.now);
    free(g.next);
    return 0;
}
