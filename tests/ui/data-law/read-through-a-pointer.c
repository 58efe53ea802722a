// A pointer that was set before reaches the same elements.
#include <stdio.h>
int a[64];
int *everywhere;
int main(void)
{
    int *p = a + 2, sum = 0;
    everywhere = a;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel scale tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] = 2 * i;
#pragma hicuda kernel_end
#pragma hicuda global free a
    for (int i = 0; i < 8; i++)
        sum += p[i]; //~ E0640 the host reads `a`
    printf("%d %d\n", sum, everywhere[3]);
    return 0;
}
