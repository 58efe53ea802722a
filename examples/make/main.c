// Heat spreads over a plate with a hot edge. The plate stays on the device
// from the first step to the last; the steps are in another file.
#include <stdio.h>
#include <stdlib.h>
#include "heat.h"

int main(int argc, char **argv)
{
    int rows = 96, columns = 128, steps = argc > 1 ? atoi(argv[1]) : 50;
    float *now = calloc((size_t)rows * columns, sizeof *now);
    float *next = calloc((size_t)rows * columns, sizeof *next);
    if (!now || !next)
        return 1;
    for (int j = 0; j < columns; j++)
        now[j] = next[j] = 100;

#pragma hicuda shape now[rows][columns] next[rows][columns]
#pragma hicuda global alloc now[*][*] copyin
#pragma hicuda global alloc next[*][*] copyin
    for (int step = 0; step < steps; step++) {
        spread(next, now, rows, columns);
        float *other = now;
        now = next;
        next = other;
    }
#pragma hicuda global copyout now[*][*]
#pragma hicuda global free now next

    printf("mean temperature after %d steps: %.4f\n", steps, mean(now, rows, columns));
    free(now);
    free(next);
    return 0;
}
