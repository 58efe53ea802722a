// Symbols are named by HIP_SYMBOL; the smallest of signed 64-bit numbers is atomic by
// compare-and-swap.
//@ emit: hip
//@ run: cpu
#include <stdio.h>
#define N 500
int weight[4] = { 3, 1, 4, 1 };
long long smallest[4] = { 1000, 1000, 1000, 1000 };
int main(void)
{
#pragma hicuda constant copyin weight[*]
#pragma hicuda global alloc smallest[*] copyin
#pragma hicuda kernel low tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        long long value = (long long)weight[i % 4] * (i * 7 % 101) - 50;
#pragma hicuda atomic
        if (value < smallest[i % 4])
            smallest[i % 4] = value;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout smallest[*]
#pragma hicuda global free smallest
#pragma hicuda constant remove weight
    printf("%lld %lld %lld %lld\n", smallest[0], smallest[1], smallest[2], smallest[3]);
    return 0;
}
