// A call that is lent a variable of the host reads what the iteration before left there, or leaves a value that only
// one thread has.
#include <stdio.h>
struct generator { unsigned state; int calls; };
int a[64];
static unsigned step(unsigned *state) { *state = *state * 5 + 1; return *state >> 8; } //~ E0505 through `seed`
static unsigned twice(unsigned *state) { return step(state) + step(state); }
static unsigned drawn(struct generator *g) { g->state += 3; return g->state; } //~ E0505 through `own`
static void exchange(int *p, int *q) {
    int t = *p;
    *p = *q; //~ E0505 through `low`
    *q = t; //~ E0505 through `high`
}
static void keep(int *place, int i) { *place = i; }
static int kept_if(int *place, int i) { if (i & 1) *place = i; return *place; } //~ E0505 through `odd`
static void row(int *sum, int n) {
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < n; i++) {
        *sum = *sum * 3 + i; //~ E0505 through `sum_of_row`
        a[i] += *sum;
    }
}
int main(void) {
    unsigned seed = 7;
    struct generator own = { 1, 0 };
    int low = 1, high = 2, last, odd = 1;
#pragma hicuda global alloc a[*]
#pragma hicuda kernel lent tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        a[i] = twice(&seed) + drawn(&own);
        exchange(&low, &high);
        a[i] += low + kept_if(&odd, i);
    }
#pragma hicuda kernel_end
#pragma hicuda kernel after tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 63; i++) {
        keep(&last, i);
        a[i] += last;
    }
    a[63] = last; //~ E0524 `last` has no single value
#pragma hicuda kernel_end
#pragma hicuda kernel rows tblock(1) thread(32)
    int sum_of_row = 1;
    row(&sum_of_row, 64);
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%d\n", a[3]);
    return 0;
}
