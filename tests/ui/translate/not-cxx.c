//@ emit: cuda cpu
//@ run: cpu
// A file that cannot be C++ (`class` is a name in it): the host stays C.
#include <stdio.h>

int a[16];

int main(void)
{
    int class = 3, n = 4;
    int scratch[n];
    scratch[0] = class;
#pragma hicuda global alloc a[*]
#pragma hicuda kernel number tblock(1) thread(16)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 16; i++)
        a[i] = i * class;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%d %d\n", a[15], scratch[0]);
    return 0;
}
