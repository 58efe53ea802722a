//@ emit: cuda
//@ run: cpu
// What all iterations of the staged loop read alike stays where it is.
#include <stdio.h>

#define N 200

static int a[N], b[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i * 37) % 101;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel smaller tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        int count = 0;
#pragma hicuda stage(64: a)
        for (int j = 0; j < N; j++)
            count += a[j] < a[i];
        b[i] = count;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    printf("%d %d %d\n", b[0], b[99], b[N - 1]);
    return 0;
}
