//@ emit: cuda cpu
//@ run: cpu
// The threads of the one block share the loop.
#include <stdio.h>

#define N 50

int a[N];

int main(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel number tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
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
