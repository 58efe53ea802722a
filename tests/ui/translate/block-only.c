//@ emit: cuda cpu
//@ run: cpu
// One iteration per block.
#include <stdio.h>

#define N 12

int a[N];

int main(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel number tblock(12) thread(1)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < N; i++)
        a[i] += i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    for (int i = 0; i < N; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
