// Calls in calls are followed, thirty deep here.
#include <stdio.h>
static int a[64];
static void f0(int *p)
{
#pragma hicuda global alloc p[0:63] copyin
#pragma hicuda kernel added tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        p[i] += i;
#pragma hicuda kernel_end
#pragma hicuda global free p
}
#define CALLS(f, g) static void f(int *p) { g(p); }
CALLS(f1, f0) CALLS(f2, f1) CALLS(f3, f2) CALLS(f4, f3) CALLS(f5, f4) CALLS(f6, f5) CALLS(f7, f6) CALLS(f8, f7)
CALLS(g1, f8) CALLS(g2, g1) CALLS(g3, g2) CALLS(g4, g3) CALLS(g5, g4) CALLS(g6, g5) CALLS(g7, g6) CALLS(g8, g7)
CALLS(h1, g8) CALLS(h2, h1) CALLS(h3, h2) CALLS(h4, h3) CALLS(h5, h4) CALLS(h6, h5) CALLS(h7, h6) CALLS(h8, h7)
CALLS(k1, h8) CALLS(k2, k1) CALLS(k3, k2) CALLS(k4, k3) CALLS(k5, k4) CALLS(k6, k5)
int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i;
    k6(a);
    printf("%d\n", a[5]); //~ E0640 `p`
    return 0;
}
