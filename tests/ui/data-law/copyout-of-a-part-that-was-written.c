// A shorter loop leaves elements that the device never got.
#include <stdio.h>
int main(void)
{
    int a[64], b[64];
    for (int i = 0; i < 64; i++)
        a[i] = b[i] = i;
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc b[*]
#pragma hicuda kernel half tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 32; i++)
        a[i] = 2 * i;
#pragma hicuda kernel_end
#pragma hicuda kernel second tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i += 2)
        b[i] = 2 * i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*] //~ E0695 elements of `a`
#pragma hicuda global copyout b[*] //~ E0695 elements of `b`
#pragma hicuda global free a b
    printf("%d %d\n", a[40], b[5]);
    return 0;
}
