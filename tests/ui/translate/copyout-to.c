//@ emit: cuda cpu
//@ run: cpu
// `to` brings the values back to another array of the same shape.
#include <stdio.h>

int a[32], b[32];

int main(void)
{
    for (int i = 0; i < 32; i++)
        b[i] = i;
#pragma hicuda global alloc a[*]
#pragma hicuda kernel number tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 32; i++)
        a[i] = i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*] to b[*]
#pragma hicuda global free a
    printf("%d %d\n", b[0], b[31]); //~ W1064 the host reads what `copyout` put into `b`
    return 0;
}
