//@ emit: cuda cpu
//@ run: cpu
// Four thread dimensions: two have an axis, two share x.
#include <stdio.h>

int a[2][3][4][8];

int main(void)
{
    int i, j, k, l;

#pragma hicuda global alloc a[*][*][*][*]
#pragma hicuda kernel number tblock(1) thread(2, 3, 4, 8)
#pragma hicuda loop_partition over_thread
    for (i = 0; i < 2; i++)
#pragma hicuda loop_partition over_thread
        for (j = 0; j < 3; j++)
#pragma hicuda loop_partition over_thread
            for (k = 0; k < 4; k++)
#pragma hicuda loop_partition over_thread
                for (l = 0; l < 8; l++)
                    a[i][j][k][l] = ((i * 3 + j) * 4 + k) * 8 + l;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*][*][*]
#pragma hicuda global free a
    printf("%d %d\n", a[0][0][0][1], a[1][2][3][7]);
    return 0;
}
