//@ emit: cpu
//@ run: cpu
// Macros of the user's do not reach into generated lines: they are put aside there.
#include <stdio.h>
#include <stdlib.h>
#define min(a, b) ((a) < (b) ? (a) : (b))
#define size 4
#define fprintf nothing
#define exit(code) quit
#define int long
#define HALF 32
int a[2 * HALF];
double total;

int main(void) {
    for (int i = 0; i < 64; i++) a[i] = i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel k tblock(2) thread(HALF)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: total)
    for (int i = 0; i < 2 * HALF; i++) {
        a[i] = min(a[i], 40) + size + HALF;
        total += a[i];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%ld %ld %g\n", a[5], a[60], total);
    return 0;
}
