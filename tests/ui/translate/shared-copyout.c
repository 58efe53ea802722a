//@ emit: cuda cpu
//@ run: cpu h200
// Results are collected in shared memory and written back together.
#include <stdio.h>

float a[3][70];

int main(void)
{
#pragma hicuda global alloc a[*][*]
#pragma hicuda kernel number tblock(3, 3) thread(1, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 3; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < 70; j++) {
#pragma hicuda shared alloc a[i][j]
            a[i][j] = i + j;
#pragma hicuda barrier
#pragma hicuda shared copyout a[i][j]
#pragma hicuda barrier
#pragma hicuda shared remove a
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
    printf("%g %g\n", a[0][1], a[2][69]);
    return 0;
}
