//@ run: cpu
//@ emit: cuda cpu
// A compiler's hint must stand above a loop, and is about the loop as it was written: it goes from kernels and from what recipes change.
#include <stdio.h>

int main(void)
{
    int a[64];
#pragma GCC ivdep
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma hicuda global alloc a[*] copyin
#pragma GCC ivdep
#pragma hicuda kernel k tblock(2) thread(32)
#pragma GCC unroll 4
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
#pragma unroll
        for (int j = 0; j < 4; j++)
            a[i] += j;
    }
#pragma hicuda kernel_end
#pragma clang loop unroll_count(4)
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    for (int i = 0; i < 64; i++)
        a[i] += 2;
#pragma GCC ivdep
#pragma hicuda unroll(3)
    for (int i = 0; i < 64; i++)
        a[i] *= 3;
    printf("%d %d\n", a[5], a[63]);
    return 0;
}
