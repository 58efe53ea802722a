//@ emit: cuda cpu
//@ run: cpu
// Callers pass pointers into what they have on the device: its place is found by address.
#include <stdio.h>
#include <stdlib.h>

static void add(float *p, int n, float x)
{
#pragma hicuda kernel adding tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) //~v W1085 cannot tell how much of `p` the callers have on the device
        p[i] += x;
#pragma hicuda kernel_end
}

static void twice(float *p, int n)
{
    add(p, n, 1);
    add(p + n, n, 2);
}

static void fetch(float *p, int first, int last)
{
#pragma hicuda global copyout p[first:last]
}

int main(int argc, char **argv)
{
    int n = 96, first = argc + 9;
    float *a = calloc(n, sizeof *a), rows[8][16] = { 0 }, part[40] = { 0 };
#pragma hicuda global alloc a[0:n-1] copyin
#pragma hicuda global alloc rows[*][*] copyin
#pragma hicuda global alloc part[first:39] copyin
    twice(a, 10);
    twice(a + 40, 20);
    add(&a[90], 6, 4);
    add(rows[3], 16, 8);
    add(&rows[5][4], 12, 16);
    add(part + first, 40 - first, 32);
    fetch(part, first, 39);
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global copyout rows[*][*]
#pragma hicuda global free a rows part
    float total = 0;
    for (int i = 0; i < n; i++)
        total += i * a[i];
    for (int i = 0; i < 128; i++)
        total += i * rows[i / 16][i % 16];
    for (int i = 0; i < 40; i++)
        total += i * part[i];
    printf("%g\n", total);
    free(a);
    return 0;
}
