//@ emit: cuda
//@ run: cpu
// A 64-bit index that starts below zero and counts down, beside the unsigned grid.
#include <stdio.h>

#define N 40

static int depth[N];

int main(void)
{
    long below = -N;
    int blocks = 3;
#pragma hicuda global alloc depth[*] clear
#pragma hicuda kernel sink tblock(blocks) thread(4)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread
    for (long level = -2; level > below; level -= 3)
        depth[level + N] = level;
#pragma hicuda kernel_end
#pragma hicuda global copyout depth[*]
#pragma hicuda global free depth
    for (int i = 0; i < N; i++)
        printf("%d%c", depth[i], i % 10 == 9 ? '\n' : ' ');
    return 0;
}
