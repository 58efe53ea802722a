//@ emit: cuda cpu
//@ run: cpu
// A section that is not contiguous moves in one two-dimensional copy.
#include <stdio.h>

float a[10][12];

int main(void)
{
    a[3][4] = 1;
#pragma hicuda global alloc a[2:7][3:10] copyin
#pragma hicuda kernel twice tblock(6) thread(8)
#pragma hicuda loop_partition over_tblock
    for (int i = 2; i <= 7; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 3; j <= 10; j++)
            a[i][j] = 2 * a[i][j] + 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[2:7][3:10]
#pragma hicuda global free a
    printf("%g %g %g\n", a[3][4], a[7][10], a[7][11]);
    return 0;
}
