// `copyout … to` another array leaves this one old.
#include <stdio.h>
int main(void)
{
    int a[64], b[64];
    for (int i = 0; i < 64; i++)
        a[i] = b[i] = i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel twice tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] = 2 * a[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*] to b[*]
#pragma hicuda global free a
    printf("%d\n", a[5]); //~ E0640 the host reads `a`
    return 0;
}
