//@ emit: cuda cpu
//@ run: cpu
// A loop that counts down, several iterations per thread.
#include <stdio.h>

#define N 40

int a[N];

int main(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel number tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = N - 1; i >= 0; i--)
        a[i] += i;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    for (int i = 0; i < N; i++)
        printf("%d ", a[i]);
    printf("\n");
    return 0;
}
