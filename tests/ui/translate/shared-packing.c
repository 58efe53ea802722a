//@ emit: cuda cpu
//@ run: cpu
// Two shared arrays that do not live at once have the same memory.
#include <stdio.h>

float a[64], b[64], c[64];

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i, b[i] = 2 * i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda global alloc c[*]
#pragma hicuda kernel add tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
#pragma hicuda shared alloc a[i] copyin
        float sum = a[i];
#pragma hicuda shared remove a
#pragma hicuda shared alloc b[i] copyin
        c[i] = sum + b[i];
#pragma hicuda shared remove b
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda global free a b c
    printf("%g %g\n", c[1], c[63]);
    return 0;
}
