//@ emit: cuda cpu
//@ run: cpu
// `sqrt` of a float is a computation in double, as in C; `abs` is of integers.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

float a[32];
int b[32];

int main(void)
{
    for (int i = 0; i < 32; i++)
        a[i] = i + 0.1f;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel roots tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 32; i++) {
        b[i] = (int)(sqrt(a[i]) * 1e6) + abs(i - 16);
        a[i] = fabsf(-a[i]) + (float)fabs(a[i]);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    printf("%g %d\n", a[31], b[31]);
    return 0;
}
