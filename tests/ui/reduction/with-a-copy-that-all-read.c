//@ run: cpu
// Each thread begins with the value in the device copy, and the last block writes it: the others have read it by then.
#include <stdio.h>
int a[1024];
int main(void)
{
    int least = 5000;
    for (int i = 0; i < 1024; i++)
        a[i] = (i * 37) % 1000 + 3;
#pragma hicuda global alloc least copyin
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel smallest tblock(8) thread(32)
#pragma hicuda loop_partition over_tblock over_thread reduction(min: least)
    for (int i = 0; i < 1024; i++)
        if (a[i] < least)
            least = a[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout least
#pragma hicuda global free a least
    printf("%d\n", least);
    return 0;
}
