//@ emit: cuda cpu
//@ run: cpu
// What differs between iterations stays inside the copies: bounds that depend
// on the index, conditions, `continue`, variables of the host, local arrays.
#include <stdio.h>

#define N 150

struct pair { int low, high; };

int a[N], b[N], c[N], d[N];

int main(void)
{
    int i, last, best;
    for (i = 0; i < N; i++)
        a[i] = (i * 37) % 101;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda global alloc c[*] //~ R2049 `c`
#pragma hicuda global alloc d[*] copyin
#pragma hicuda kernel triangle tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread jam(2)
    for (i = 0; i < N; i++) {
        last = 0;
        for (int k = 0; k <= i; k++)
            last += a[k];
        b[i] = last;
    }
#pragma hicuda loop_partition over_tblock over_thread jam(3)
    for (i = N - 1; i >= 0; i -= 2) {
        if (a[i] % 2)
            continue;
        best = a[i];
        for (int k = 0; k < 4; k++)
            if (a[k] > best)
                best = a[k];
        c[i] = best;
    }
#pragma hicuda loop_partition over_tblock over_thread jam(3)
    for (i = 0; i < N; i++) {
        struct pair ends = { a[i], i };
        int part[3] = { 1, a[i] };
        int steps = 0;
        for (int k = 0; k < 3; k++) {
            part[k] += k;
            ends.low += part[k];
            if (ends.low % 3 == 0) {
                steps++;
                ends.high -= k;
            }
        }
        while (steps > 0) {
            ends.low *= 2;
            steps--;
        }
        d[i] = ends.low - ends.high;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global copyout c[*]
#pragma hicuda global copyout d[*]
#pragma hicuda global free a b c d
    unsigned check = 0;
    for (i = 0; i < N; i++) {
        check = check * 31u + (unsigned)(b[i] + d[i]);
        if (i % 2 && a[i] % 2 == 0)
            check += (unsigned)c[i];
    }
    printf("%u\n", check);
    return 0;
}
