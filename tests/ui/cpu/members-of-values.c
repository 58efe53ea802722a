//@ emit: cuda
//@ run: cpu
// Members of what functions and compound literals give are values, not accesses; a value between several braces is one.
#include <stdio.h>

struct pair { int x, v[2]; };
static struct pair made(int i) { struct pair r = {{i}, {{2 * i}, {{3}}}}; return r; }

int a[64], start = {{7}};

int main(void) {
#pragma hicuda global alloc a[*]
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        struct pair own = {{1}};
        int first = {{i}};
        a[i] = ((struct pair){8}).x + made(i).v[0] + (own = made(2)).x + (i > 3 ? own : made(1)).v[1] + first;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    long hash = start;
    for (int i = 0; i < 64; i++) hash = (hash * 31 + a[i]) % 1000003;
    printf("%ld\n", hash);
    return 0;
}
