//@ run: cpu
// Braces that are left out behind a designator, and values that come twice, in a kernel.
#include <stdio.h>
int a[8];
int main(void) {
#pragma hicuda global alloc a[*]
#pragma hicuda kernel k tblock(1) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 8; i++) {
        struct { int x, y[3], z; } s = { .y = 4, 5, .x = i, .y[0] = 3 };
        int c[2][3] = { 4, [1] = 7, 9 };
        a[i] = s.x + 10 * s.y[0] + 100 * s.y[1] + 1000 * s.y[2] + s.z + c[1][1] + 7 * c[1][0] + c[0][1];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    for (int i = 0; i < 8; i++) printf("%d\n", a[i]);
    return 0;
}
