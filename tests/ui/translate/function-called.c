//@ emit: cuda cpu
//@ run: cpu
// A function of the same file that a kernel calls, and what that one calls.
#include <stdio.h>

int a[32];

static int square(int x)
{
    return x * x;
}

static int polynomial(int x)
{
    return square(x) * 3 + square(x + 1);
}

int main(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda kernel evaluate tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 32; i++)
        a[i] = polynomial(i);
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%d %d %d\n", a[0], a[31], square(12));
    return 0;
}
