//@ emit: cuda
//@ run: cpu
//@ also: parts/names-of-launchers-rest.c
// Arrays called `grid` and `block` leave their names to nobody else.
#include <stdio.h>

int sum(int n);

int main(void)
{
    int grid[64], block = 3;
#pragma hicuda global alloc grid[*]
#pragma hicuda kernel fill tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        grid[i] = i * block;
#pragma hicuda kernel_end
#pragma hicuda global copyout grid[*]
#pragma hicuda global free grid
    printf("%d %d\n", grid[63], sum(grid[5]));
    return 0;
}
