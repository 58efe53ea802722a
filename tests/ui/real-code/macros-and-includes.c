//@ emit: cuda cpu
//@ run: cpu
//@ flags: -DHEAVY -DN=40
// Loops in macros, conditional lines inside a region, a file that is included.
#include <stdio.h>
#include "include/stencil-loop.h"
#include "include/weights.c"

float a[N + 2], b[N], c[N];

int main(void)
{
    FOR_ALL(i, N + 2)
        a[i] = i % 9;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda global alloc c[*]
#pragma hicuda kernel both tblock(5) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    FOR_ALL(i, N)
    {
        BLEND(b, a, i)
#ifdef HEAVY
        b[i] *= 2;
#else
        b[i] *= 3;
#endif
        c[i] = weight(i) + b[i];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global copyout c[*]
#pragma hicuda global free a b c
    float total = 0;
    FOR_ALL(i, N)
        total += b[i] + c[i];
    printf("%g\n", total);
    return 0;
}
