//@ emit: cuda cpu
//@ run: cpu
// A scalar with a device copy is changed by the kernel and comes back.
#include <stdio.h>

int main(void)
{
    int best = 3;
#pragma hicuda global alloc best copyin
#pragma hicuda kernel square tblock(1) thread(32)
#pragma hicuda singular
    best = best * best;
#pragma hicuda singular_end
#pragma hicuda kernel_end
#pragma hicuda global copyout best
#pragma hicuda global free best
    printf("%d\n", best);
    return 0;
}
