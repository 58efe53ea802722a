//@ emit: cuda
//@ run: cpu
// A 64-bit index that begins below zero: thread numbers are unsigned in CUDA.
#include <stdio.h>

#define N 100

int a[N + 3];

int main(void)
{
    long i;
#pragma hicuda global alloc a[*] clear
#pragma hicuda kernel count tblock(1) thread(7)
#pragma hicuda loop_partition over_thread jam(3)
    for (i = -3; i < N; i += 2)
        a[i + 3] = (int)i * 5;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    int sum = 0;
    for (i = 0; i < N + 3; i++)
        sum = sum * 3 + a[i];
    printf("%d\n", sum);
    return 0;
}
