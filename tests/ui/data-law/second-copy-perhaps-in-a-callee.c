// Which array the callee makes a copy of is known when it runs: it may be the caller's.
#include <stdio.h>
int g[20], h[20], other[20];

static void add(int n, int *x, int *y)
{
#pragma hicuda global alloc x[0:n-1] copyin //~ W1061 the device copies of `g` and `x` may be of the same elements
#pragma hicuda kernel k tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) {
        y[i] = h[i] + i;
        x[i] = x[i] + 1;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout x[0:n-1]
#pragma hicuda global free x
}

int main(int argc, char **argv)
{
#pragma hicuda global alloc g[*] copyin
#pragma hicuda global alloc h[*] copyin
    add(20, argc > 1 ? g : other, g);
#pragma hicuda global copyout g[*]
#pragma hicuda global free g h
    printf("%d %d\n", g[3], other[3]);
    return 0;
}
