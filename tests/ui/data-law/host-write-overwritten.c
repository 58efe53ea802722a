// The host changes an element that a later copyout overwrites with an older value.
#include <stdio.h>
int main(void)
{
    int a[64];
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel half tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 32; i++)
        a[i] = 2 * a[i];
#pragma hicuda kernel_end
    a[40] = 7;
#pragma hicuda global copyout a[*] //~ E0697 newer values of `a` on the host
#pragma hicuda global free a
    printf("%d\n", a[40]);
    return 0;
}
