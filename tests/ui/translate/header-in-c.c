//@ emit: cuda
//@ run: cpu
// An included file stays what it is: where it is not C++, neither is the host part.
#include "include/room.h"
#include <stdio.h>

int main(void)
{
    float *a = room(100);
#pragma hicuda global alloc a[0:99] copyin
#pragma hicuda kernel add tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 100; i++)
        a[i] += i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%g %g\n", a[3], a[99]);
    free(a);
    return 0;
}
