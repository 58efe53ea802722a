//@ emit: cuda cpu
//@ run: cpu
// Rows over blocks, columns over threads, and a value per row in between.
#include <stdio.h>

int a[6][40], b[6];

int main(void)
{
#pragma hicuda global alloc a[*][*]
#pragma hicuda global alloc b[*]
#pragma hicuda kernel rows tblock(6) thread(32)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 6; i++) {
        int start = i * 100;
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 40; j++)
            a[i][j] = start + j;
        b[i] = start;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    printf("%d %d %d\n", a[0][0], a[5][39], b[5]);
    return 0;
}
