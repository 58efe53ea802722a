//@ emit: cuda cpu
//@ run: cpu
// A loop without iterations does nothing, whatever the launch.
#include <stdio.h>

#define N 4

int a[N];

int main(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel number tblock(2) thread(4)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 3; i < 3; i++)     //~ W1101 never runs
        a[i] += i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    for (int i = 0; i < N; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
