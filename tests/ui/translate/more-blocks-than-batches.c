//@ emit: cuda cpu
//@ run: cpu
// A block that has no iteration of a loop around a barrier loads nothing.
#include <stdio.h>

float a[20], b[20];

int main(void)
{
    for (int i = 0; i < 20; i++)
        a[i] = i * 0.5f;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel twice tblock(8) thread(10)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread
    for (int i = 0; i < 20; i++) {
#pragma hicuda shared alloc a[i] copyin
        b[i] = a[i] * 2;
#pragma hicuda shared remove a
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    printf("%g %g\n", b[0], b[19]);
    return 0;
}
