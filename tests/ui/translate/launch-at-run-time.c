//@ emit: cuda cpu
//@ run: cpu
// Sizes known at run time only: the kernel works its share out.
#include <stdio.h>

static void number(int *a, int n, int blocks)
{
#pragma hicuda shape a[n]
#pragma hicuda global alloc a[*]
#pragma hicuda kernel number_kernel tblock(blocks) thread(16)
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
    number(a, 45, 2);
    number(a, 45, 7);
    printf("%d %d\n", a[1], a[44]);
    return 0;
}
