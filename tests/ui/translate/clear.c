//@ emit: cuda cpu
//@ run: cpu
// `clear` fills the device copy with zeros.
#include <stdio.h>

int a[64];

int main(void)
{
#pragma hicuda global alloc a[*] clear
#pragma hicuda kernel odd tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 1; i < 64; i += 2)
        a[i] = i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%d %d %d\n", a[0], a[1], a[63]);
    return 0;
}
