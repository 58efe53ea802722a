// A called function that changes a variable of the file makes iterations depend on each
// other, or leaves a value that each thread would have for itself.
#include <stdio.h>
int a[64];
static int count, last;
static struct { int calls; } log;
static int next(void) { return count++; } //~ E0505 through `count`
static int kept(int i) { last = i; return i; } //~ E0504 gives to `last` is lost
static int noted(int i) { log.calls++; return i; } //~ E0505 through `log`
int main(void) {
    int i;
#pragma hicuda global alloc a[*]
#pragma hicuda kernel first tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < 64; i++) a[i] = next();
#pragma hicuda kernel_end
#pragma hicuda kernel second tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < 64; i++) a[i] += kept(i) + noted(i);
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%d %d\n", a[3], last);
    return 0;
}
