//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/copies-of-callers-step.c parts/copies-of-callers-finish.c
//@ flags: -Iinclude
// The caller allocates, a function of another file computes, and a third
// copies out and releases. Pointers are swapped between the steps.
#include <stdio.h>
#include <stdlib.h>
#include "copies-of-callers.h"

float total;

int main(void)
{
    int n = 24;
    float *now = malloc(n * n * sizeof *now), *next = malloc(n * n * sizeof *next);
    for (int i = 0; i < n * n; i++)
        now[i] = next[i] = i % 7;
#pragma hicuda shape now[n][n] next[n][n]
#pragma hicuda global alloc now[*][*] copyin
#pragma hicuda global alloc next[*][*] copyin
    for (int t = 0; t < 4; t++) {
        relax(next, now, n);
        float *other = now;
        now = next;
        next = other;
    }
    finish(now, n);
#pragma hicuda global free next
    for (int i = 0; i < n * n; i++)
        total += now[i];
    printf("%g %g\n", now[n + 1], total);
    free(now);
    free(next);
    return 0;
}
