//@ emit: cuda cpu
//@ run: cpu
// An array of the kernel's own, shared by the block. Two barriers are needed
// and added: before others read it, and before the next row overwrites it.
#include <stdio.h>

int a[10][32];

int main(void)
{
#pragma hicuda global alloc a[*][*]
#pragma hicuda kernel reverse tblock(5) thread(32)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 10; i++) {
        int row[32];
#pragma hicuda shared alloc row[*]
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 32; j++)
            row[j] = i * 32 + j;
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 32; j++)
            a[i][j] = row[31 - j];
#pragma hicuda shared remove row
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
    printf("%d %d\n", a[0][0], a[9][31]);
    return 0;
}
