//@ emit: cuda cpu
//@ run: cpu
// Thread 0 of each block works alone; the others wait for it at the barrier.
#include <stdio.h>

int first[4], a[4][32];

int main(void)
{
#pragma hicuda global alloc first[*]
#pragma hicuda global alloc a[*][*]
#pragma hicuda kernel rows tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 4; i++) {
        int start[1];
#pragma hicuda shared alloc start[*]
#pragma hicuda singular
        start[0] = i * 1000;
        first[i] = start[0];
#pragma hicuda singular_end
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 32; j++)
            a[i][j] = start[0] + j;
#pragma hicuda shared remove start
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global copyout first[*]
#pragma hicuda global free a first
    printf("%d %d\n", a[3][31], first[2]);
    return 0;
}
