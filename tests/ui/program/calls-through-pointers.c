//@ emit: cuda cpu
//@ run: cpu
// Functions of the host that are called through a pointer find their callers'
// copies by address.
#include <stdio.h>
#include <stdlib.h>
typedef void (*step_fn)(float *, const float *, int);
static void step_a(float *o, const float *a, int n) {
#pragma hicuda kernel ka tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < n - 1; i++) o[i] = (a[i - 1] + a[i + 1]) / 2;
#pragma hicuda kernel_end
}
static void step_b(float *o, const float *a, int n) {
#pragma hicuda kernel kb tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < n - 1; i++) o[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
#pragma hicuda kernel_end
}
int main(int argc, char **argv) {
    int n = 100;
    float *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++) a[i] = b[i] = i % 8;
    step_fn f = argc > 1 ? step_b : step_a; //~ W1063 `step_b` works on its callers' device copies
    //~^ W1063 `step_a` works on its callers' device copies
#pragma hicuda global alloc a[0:n-1] copyin
#pragma hicuda global alloc b[0:n-1] copyin
    for (int t = 0; t < 5; t++) {
        f(b, a, n);
        float *x = a; a = b; b = x;
    }
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global free a b
    printf("%g %g\n", a[3], a[50]);
    return 0;
}
