//@ emit: cuda cpu
//@ run: cpu
//@ also: parts/spring.c
//@ flags: -Iinclude
// Functions of another file, with the types, tables and variables they need.
#include <stdio.h>
#include "spring.h"

#define N 32

float x[N], force[N], moved[N];
int frozen = 7;

int main(void)
{
    spring s = {0.5f, 2};
    for (int i = 0; i < N; i++)
        x[i] = i * 0.75f + i % 3;
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc force[*] clear
#pragma hicuda global alloc moved[*]
#pragma hicuda kernel forces tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < N - 1; i++)
        force[i] = pull(&s, x, i, LEFT) + pull(&s, x, i, RIGHT);
#pragma hicuda kernel_end
#pragma hicuda kernel motion tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        moved[i] = x[i] + damped(i);
#pragma hicuda kernel_end
#pragma hicuda global copyout force[*]
#pragma hicuda global copyout moved[*]
#pragma hicuda global free x force moved
    float total = damped(5);
    for (int i = 0; i < N; i++)
        total += moved[i] * (i + 1);
    printf("%g\n", total);
    return 0;
}
