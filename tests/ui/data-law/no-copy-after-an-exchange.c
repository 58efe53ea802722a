// The copy belongs to the array, not to the pointer: after the exchange `a` has none.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *a = malloc(16 * sizeof *a), *b = malloc(16 * sizeof *b);
    for (int i = 0; i < 16; i++)
        a[i] = i, b[i] = 2 * i;
#pragma hicuda global alloc a[0:15] copyin
    int *s = a;
    a = b;
    b = s;
#pragma hicuda kernel k tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 16; i++)
        a[i] = 3; //~ E0506 `a` is not on the device
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:15]
#pragma hicuda global free a
    printf("%d %d\n", a[3], b[3]);
    return 0;
}
