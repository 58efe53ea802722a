//@ run: cpu
// A statement expression is entered like any other code: the usual `MAX` of GNU C.
#include <stdio.h>
#define MAX(x, y) ({ __typeof__(x) x_ = (x); __typeof__(y) y_ = (y); x_ > y_ ? x_ : y_; })
int a[100], b[100], c[100];
struct view { int *p; int first; };
int main(void) {
    for (int i = 0; i < 100; i++) { a[i] = i * 37 % 101; b[i] = i * 53 % 97; }
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda global alloc c[*]
#pragma hicuda kernel larger tblock(2) thread(50)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 100; i++) {
        struct view v = { a, 0 };
        c[i] = MAX(v.p[i], ({ int t = b[i]; t + 1; }));
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda global free a b c
    for (int i = 0; i < 100; i++) printf("%d\n", c[i]);
    return 0;
}
