//@ run: cpu
// Definitions of the old style whose parameters depend on each other, and pointers to functions
// by way of `*f`.
#include <stdio.h>

static int same(int x) { return x; }
int (*direct)(int) = *same;
int (*twice)(int) = **same;

static int last(n, a)
    int n;
    int a[n];
{
    return a[n - 1];
}

int main(void)
{
    int a[8];
#pragma hicuda global alloc a[*]
#pragma hicuda kernel squares tblock(1) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 8; i++)
        a[i] = i * i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%d %d %d\n", direct(last(8, a)), twice(a[3]), (*direct)(1));
    return 0;
}
