//@ emit: cuda
//@ run: cpu
// The first block's maximum may be there before the last block begins.
#include <stdio.h>

#define N 5000

static int heights[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        heights[i] = (i * 37 + 11) % 4001 - 2000;
    int highest = -3000, lowest = 3000;
#pragma hicuda global alloc heights[*] copyin
#pragma hicuda kernel extremes tblock(8) thread(64)
#pragma hicuda loop_partition over_tblock over_thread reduction(fast, max: highest) reduction(fast, min: lowest)
    for (int i = 0; i < N; i++) {
        if (heights[i] > highest)
            highest = heights[i];
        if (heights[i] < lowest)
            lowest = heights[i];
    }
#pragma hicuda kernel_end
#pragma hicuda global free heights
    printf("%d %d\n", highest, lowest);
    return 0;
}
