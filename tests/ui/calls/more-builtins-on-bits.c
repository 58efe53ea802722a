//@ emit: cuda
//@ run: cpu
// Builtins that become more than another name.
#include <stdio.h>

unsigned long long a[64];
long out[64];

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i * 0x9e3779b97f4a7c15ull;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc out[*]
#pragma hicuda kernel count tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        out[i] = __builtin_ctz(a[i] | 65536) + 100 * __builtin_ctzll(a[i] | 1ull << 63);
        out[i] += __builtin_ffs((int)a[i]) - __builtin_ffsll(a[i]) * __builtin_parity(a[i]);
        out[i] += __builtin_bswap32(a[i]) + __builtin_clzl(a[i] | 1) * __builtin_parityll(a[i]);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*]
#pragma hicuda global free a out
    unsigned long sum = 0;
    for (int i = 0; i < 64; i++)
        sum = sum * 31 + out[i];
    printf("%lu\n", sum);
    return 0;
}
