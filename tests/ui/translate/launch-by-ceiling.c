//@ emit: cuda cpu
//@ run: cpu
// A launch written as the number of blocks that cover n: one guard is left.
#include <stdio.h>

static void number(int *a, int n)
{
#pragma hicuda shape a[n]
#pragma hicuda global alloc a[*]
#pragma hicuda kernel number_kernel tblock((n + 31) / 32) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] = i * i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
}

int main(void)
{
    int a[45];
    number(a, 45);
    number(a, 0);
    printf("%d %d\n", a[1], a[44]);
    return 0;
}
