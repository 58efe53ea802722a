//@ emit: cuda cpu
//@ run: cpu
// A loop that ends by `!=`, in steps of three.
#include <stdio.h>

#define N 31

int a[N];

int main(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel number tblock(2) thread(4)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread
    for (int i = 1; i != 31; i += 3)
        a[i] += i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    for (int i = 0; i < N; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
