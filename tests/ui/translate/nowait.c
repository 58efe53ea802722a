//@ emit: cuda cpu
//@ run: cpu
// The host goes on after the launch and waits for the copy back.
#include <stdio.h>

int a[64];

int main(void)
{
    long sum = 0;
#pragma hicuda global alloc a[*]
#pragma hicuda kernel number tblock(2) thread(32) nowait
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma hicuda kernel_end
    for (int i = 0; i < 1000; i++)
        sum += i;
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    printf("%d %ld\n", a[63], sum);
    return 0;
}
