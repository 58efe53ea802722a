// A transfer finds the copy by the array, too: after the exchange `a` names one that has none.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *a = malloc(16 * sizeof *a), *b = malloc(16 * sizeof *b);
    for (int i = 0; i < 16; i++)
        a[i] = i, b[i] = 2 * i;
#pragma hicuda global alloc a[0:15] copyin
#pragma hicuda kernel k tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 16; i++)
        a[i] = 3;
#pragma hicuda kernel_end
    int *s = a;
    a = b;
    b = s;
#pragma hicuda global copyout a[0:15] //~ E0509 `a` points to an array that is not on the device
#pragma hicuda global free a
    printf("%d\n", a[3]);
    return 0;
}
