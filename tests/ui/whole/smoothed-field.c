//@ run: cpu
//@ also: parts/smoothed-field-memory.c parts/smoothed-field-kernels.c
//@ flags: -Iinclude
// A field in a struct, a table and functions of other files, a type that the command line may choose.
#include <stdio.h>
#include <stdlib.h>
#include "smoothed-field.h"
int verbose = 1;
int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 24;
    field_t *a = field_new(n, n / 2, PERIODIC), *b = field_new(n, n / 2, PERIODIC);
    for (int i = 0; i < a->nx * a->ny; i++) a->v[i] = i % 9;
    int total = a->nx * a->ny;
#pragma hicuda global alloc a->v[0:total-1] copyin
#pragma hicuda global alloc b->v[0:total-1] copyin
    smooth(b, a, 3);
    real_t s = field_sum(b);
    field_from_device(a);
    field_from_device(b);
    if (verbose) printf("%.2f %.4f %.4f\n", (double)s, (double)b->v[5], (double)a->v[7]);
    return 0;
}
