//@ emit: cuda cpu
//@ run: cpu
// Threads without an iteration of their own still reach every barrier.
#include <stdio.h>

#define N 50

int a[N], b[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = N - i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel copy tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
#pragma hicuda shared alloc a[i] copyin
#pragma hicuda barrier
        b[i] = a[i];
#pragma hicuda barrier
#pragma hicuda shared remove a
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    printf("%d %d %d\n", b[0], b[24], b[49]);
    return 0;
}
