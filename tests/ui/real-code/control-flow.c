//@ emit: cuda cpu
//@ run: cpu
// while, do, break, continue, goto and return, in a kernel and in what it calls.
#include <stdio.h>

#define N 60

unsigned steps[N];
int digits[N], first[N], text[N];

static unsigned collatz(unsigned n)
{
    unsigned count = 0;
    do {
        if (n == 1)
            return count;
        n = n % 2 ? 3 * n + 1 : n / 2;
    } while (++count < 1000);
    return count;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        text[i] = i * 29 % 13;
#pragma hicuda global alloc steps[*] //~ R2049 `steps`
#pragma hicuda global alloc digits[*] //~ R2049 `digits`
#pragma hicuda global alloc first[*] //~ R2049 `first`
#pragma hicuda global alloc text[*] copyin
#pragma hicuda kernel walk tblock(8) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        steps[i] = collatz(i + 1);
        int rest = i * i, sum = 0;
        while (rest > 0) {
            sum += rest % 10;
            rest /= 10;
        }
        digits[i] = sum;
        int at = -1;
        for (int k = 0; k < N; k++) {
            if (text[k] % 2)
                continue;
            if (text[k] == i % 13) {
                at = k;
                break;
            }
        }
        if (at < 0)
            goto missing;
        first[i] = at;
        continue;
    missing:
        first[i] = -1;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout steps[*]
#pragma hicuda global copyout digits[*]
#pragma hicuda global copyout first[*]
#pragma hicuda global free steps digits first text
    unsigned long total = 0;
    for (int i = 0; i < N; i++)
        total = total * 7 + steps[i] + digits[i] * 3 + first[i];
    printf("%lu\n", total);
    return 0;
}
