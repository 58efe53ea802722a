// The caller has the array on the device already, under another name that only values tell.
#include <stdio.h>
int g[20], h[20];

static int *same(int *p) { return p; }

static void add(int n, int *x, int *y)
{
#pragma hicuda global alloc x[0:n-1] copyin //~ E0731 `g` and `x` are one array, with two device copies
#pragma hicuda kernel k tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) {
        y[i] = h[i] + i;
        x[i] = x[i] + 1;
    }
#pragma hicuda kernel_end
#pragma hicuda global free x
}

int main(void)
{
#pragma hicuda global alloc g[*] copyin
#pragma hicuda global alloc h[*] copyin
    add(20, same(g), g);
#pragma hicuda global copyout g[*]
#pragma hicuda global free g h
    printf("%d\n", g[3]);
    return 0;
}
