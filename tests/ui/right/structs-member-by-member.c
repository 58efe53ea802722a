//@ run: cpu
// A struct that each iteration sets member by member, and a variable whose address only a
// called function gets, are each thread's own.
#include <stdio.h>
struct P { float x, y; };
float a[64], b[64];
static int next(unsigned *s) { *s = *s * 1103515245u + 12345u; return (*s >> 16) & 7; }
int main(void) {
    int i; struct P p = { 0, 0 }; unsigned t;
    for (i = 0; i < 64; i++) a[i] = i * 0.5f;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < 64; i++) {
        p.x = a[i]; p.y = 2 * p.x;
        t = i * 7u;
        b[i] = p.x + p.y + next(&t);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    printf("%g %g\n", b[3], b[40]);
    return 0;
}
