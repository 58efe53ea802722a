//@ emit: cuda cpu
//@ run: cpu
// Only part of an array is on the device; subscripts are shifted to match.
#include <stdio.h>

int a[100];

int main(void)
{
#pragma hicuda global alloc a[20:59] copyin
#pragma hicuda kernel number tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 24; i < 56; i++)
        a[i] += i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[24:55]
#pragma hicuda global free a
    printf("%d %d %d\n", a[23], a[24], a[55]);
    return 0;
}
