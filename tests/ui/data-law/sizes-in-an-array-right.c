//@ run: cpu
// An element that a kernel only reads is a number like any other: both kernels write the same rows, and all that leaves is set.
#include <stdio.h>
static int size[2];
static double u[64][64], v[64][64];
int main(void)
{
    size[0] = 40, size[1] = 50;
#pragma hicuda global alloc size[*] copyin
#pragma hicuda global alloc u[0:size[0] - 1][*]
#pragma hicuda global alloc v[0:size[0] - 1][*]
#pragma hicuda kernel first tblock(8) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < size[0]; i++)
        for (int j = 0; j < 64; j++)
            u[i][j] = i + j;
#pragma hicuda kernel_end
#pragma hicuda kernel second tblock(8) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < size[0]; i++)
        for (int j = 0; j < 64; j++)
            v[i][j] = 2 * u[i][j];
#pragma hicuda kernel_end
#pragma hicuda global copyout v[0:size[0] - 1][*]
#pragma hicuda global free size u v
    printf("%g\n", v[39][3] + v[7][49]);
    return 0;
}
