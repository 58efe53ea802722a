// Cells of a heart, each an equation of its own that is followed in small steps.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct cell {
    double v, w;
};

static void follow(struct cell *cell, double current, int steps)
{
    double v = cell->v, w = cell->w;
    for (int s = 0; s < steps; s++) {
        double dv = v - v * v * v / 3 - w + current;
        double dw = 0.08 * (v + 0.7 - 0.8 * w);
        v += 0.01 * dv;
        w += 0.01 * dw;
    }
    cell->v = v;
    cell->w = w;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200;
    struct cell *cells = malloc(sizeof *cells * n);
    double *current = malloc(sizeof(double) * n);
    if (!cells || !current)
        return 1;
    for (int i = 0; i < n; i++) {
        cells[i].v = -1.0 + 0.01 * (i % 50);
        cells[i].w = 0.5;
        current[i] = 0.3 + 0.001 * (i % 100);
    }
    for (int beat = 0; beat < 3; beat++)
        for (int i = 0; i < n; i++)
            follow(&cells[i], current[i], 200);
    double energy = 0, highest = -10;
    for (int i = 0; i < n; i++) {
        energy += cells[i].v * cells[i].v;
        highest = fmax(highest, cells[i].v);
    }
    printf("%.6g %.6g\n", energy, highest);
    free(cells);
    free(current);
    return 0;
}
