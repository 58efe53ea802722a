//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/constants-of-callers-look.c
// Constants that callers fill, in functions of this file and of another.
#include <stdio.h>

float table[16];
extern int offsets[4];

void look(const float *t, float *r, int n);

static void here(const float *t, float *r, int n)
{
#pragma hicuda kernel near tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        r[i] = t[i % 16];
#pragma hicuda kernel_end
}

int main(void)
{
    float r[64], total = 0;
    for (int i = 0; i < 16; i++)
        table[i] = i * i;
#pragma hicuda global alloc r[*]
#pragma hicuda constant copyin table[*] offsets[*]
    here(table, r, 64);
    look(table, r, 64);
#pragma hicuda constant remove table offsets
#pragma hicuda global copyout r[*]
#pragma hicuda global free r
    for (int i = 0; i < 64; i++)
        total += r[i] * (i + 1);
    printf("%g\n", total);
    return 0;
}
