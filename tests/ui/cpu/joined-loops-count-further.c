//@ emit: cpu
//@ run: cpu
// The iterations of joined loops can be more than their indices can count.
#include <stdio.h>

unsigned char seen[11][24];

int main(void)
{
#pragma hicuda global alloc seen[*][*] clear
#pragma hicuda kernel see tblock(11) thread(24)
#pragma hicuda loop_partition over_tblock
    for (signed char i = 0; i < 11; i++)
#pragma hicuda loop_partition over_thread
        for (signed char j = 0; j < 24; j++)
            seen[i][j] = 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout seen[*][*]
#pragma hicuda global free seen
    int count = 0;
    for (int i = 0; i < 11 * 24; i++)
        count += seen[i / 24][i % 24];
    printf("%d\n", count);
    return 0;
}
