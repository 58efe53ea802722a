//@ emit: cuda cpu
//@ run: cpu
// A section of a three-dimensional array moves in one three-dimensional copy.
#include <stdio.h>

short a[5][6][7];

int main(void)
{
#pragma hicuda global alloc a[1:3][1:4][2:5] copyin
#pragma hicuda kernel number tblock(3) thread(4, 4)
#pragma hicuda loop_partition over_tblock
    for (int i = 1; i <= 3; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 1; j <= 4; j++)
#pragma hicuda loop_partition over_thread
            for (int k = 2; k <= 5; k++)
                a[i][j][k] = i * 100 + j * 10 + k;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[1:3][1:4][2:5]
#pragma hicuda global free a
    printf("%d %d %d\n", a[1][1][2], a[3][4][5], a[0][0][0]);
    return 0;
}
