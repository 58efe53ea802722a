//@ emit: cuda cpu
//@ run: cpu h200
// Read-only arrays as textures, one- and two-dimensional.
#include <stdio.h>

unsigned char picture[16][24];
float line[24];
float sums[16][24];

int main(void)
{
    for (int j = 0; j < 24; j++)
        line[j] = j, picture[3][j] = j + 1;
#pragma hicuda texture copyin picture[*][*]
#pragma hicuda texture copyin line[*]
#pragma hicuda global alloc sums[*][*]
#pragma hicuda kernel add tblock(16) thread(24)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 16; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 24; j++)
            sums[i][j] = picture[i][j] + line[j];
#pragma hicuda kernel_end
#pragma hicuda texture remove picture line
#pragma hicuda global copyout sums[*][*]
#pragma hicuda global free sums
    printf("%g %g\n", sums[3][5], sums[4][23]);
    return 0;
}
