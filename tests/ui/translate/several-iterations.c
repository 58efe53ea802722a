//@ emit: cuda cpu
//@ run: cpu
// More iterations in a chunk than threads: each thread strides through it.
#include <stdio.h>

#define N 100

int a[N];

int main(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel number tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
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
