//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/same-names-second.c parts/same-names-plain.c
//@ flags: -Iinclude
// Static functions and constants of one name in two files; a third
// file has no directive and passes through as it is.
#include <stdio.h>
#include "same-names.h"

static float change(float x) { return x + 1; }

static const float weight[4] = { 1, 2, 3, 4 };

int main(void)
{
    float a[LENGTH];
    fill(a, LENGTH);
#pragma hicuda global alloc a[*] copyin
#pragma hicuda constant copyin weight[*]
#pragma hicuda kernel apply tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < LENGTH; i++)
        a[i] = change(a[i]) * weight[i % 4];
#pragma hicuda kernel_end
#pragma hicuda constant remove weight
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    second(a);
    printf("%g %g %g\n", a[0], a[1], a[LENGTH - 1]);
    return 0;
}
