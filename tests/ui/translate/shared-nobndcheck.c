//@ emit: cuda cpu
//@ run: cpu
// `nobndcheck`: the programmer knows that the section is inside.
#include <stdio.h>

float a[130], b[130];

int main(void)
{
    for (int i = 0; i < 130; i++)
        a[i] = i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] clear
#pragma hicuda kernel smooth tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < 129; i++) {
#pragma hicuda shared alloc a[i-1:i+1] copyin(nobndcheck)
#pragma hicuda barrier
        b[i] = a[i - 1] + a[i + 1];
#pragma hicuda barrier
#pragma hicuda shared remove a
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[1:128]
#pragma hicuda global free a b
    printf("%g %g\n", b[1], b[128]);
    return 0;
}
