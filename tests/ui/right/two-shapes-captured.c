//@ run: cpu
//@ emit: cuda
// Sizes in members of a struct are kept when `shape` says them: each under a name of its own.
#include <stdio.h>
#include <stdlib.h>

struct grid {
    int n, m;
    int *a, *b;
};

int main(void)
{
    struct grid g = { 30, 20, NULL, NULL };
    g.a = malloc(sizeof(int) * g.n);
    g.b = malloc(sizeof(int) * g.m);
    for (int i = 0; i < g.n; i++)
        g.a[i] = i * 3;
#pragma hicuda shape g.a[g.n]
#pragma hicuda shape g.b[g.m]
#pragma hicuda global alloc g.a[*] copyin
#pragma hicuda global alloc g.b[*]
#pragma hicuda kernel every_other tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < g.m; i++)
        g.b[i] = g.a[i] + 1;
#pragma hicuda kernel_end
    g.n = 0;
#pragma hicuda global copyout g.b[*]
#pragma hicuda global free g.a g.b
    printf("%d %d\n", g.b[0], g.b[19]);
    free(g.a);
    free(g.b);
    return 0;
}
