//@ run: cpu
// What an index is after a loop matters to nobody who sets it first, with a statement of its own, too.
#include <stdio.h>
static int a[6][8], b[6][8];
int main(void)
{
    int i, j, last;
#pragma hicuda global alloc a[*][*]
#pragma hicuda global alloc b[*][*]
#pragma hicuda kernel fill tblock(2) thread(4)
#pragma hicuda permute(j, i)
    for (i = 0; i < 6; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (j = 0; j < 8; j++)
            a[i][j] = 10 * i + j;
#pragma hicuda kernel_end
    i = 2;
    last = i + 3;
#pragma hicuda kernel copy tblock(2) thread(4)
#pragma hicuda permute(j, i)
    for (i = 0; i < last; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (j = 0; j < 8; j++)
            b[i][j] = a[i][j] + 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout b[0:4][*]
#pragma hicuda global free a b
    for (i = 1, j = 0; j < 8; j++)
        printf("%d ", b[i][j]);
    printf("%d\n", b[4][7]);
    return 0;
}
