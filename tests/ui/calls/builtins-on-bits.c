//@ emit: cuda
//@ run: cpu
// gcc's builtins on bits, in a kernel and in what it calls: every target has them under some name.
#include <stdio.h>

unsigned a[64];
int out[64];

static int length(unsigned x)
{
    return 32 - __builtin_clz(x | 1);
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i * 2654435761u;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc out[*]
#pragma hicuda kernel count tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        out[i] = __builtin_popcount(a[i]) + length(a[i]);
        if (__builtin_expect(out[i] > 40, 0))
            out[i] += __builtin_popcountll(a[i] * 77ull);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*]
#pragma hicuda global free a out
    unsigned sum = 0;
    for (int i = 0; i < 64; i++)
        sum = sum * 31 + out[i];
    printf("%u %d\n", sum, length(sum));
    return 0;
}
