// A pointer that one branch of a loop sets and the other uses: what it points to is on the host.
#include <stdio.h>
#include <stdlib.h>

static int *filled(int n)
{
    int *made = malloc(n * sizeof *made);
    for (int i = 0; i < n; i++)
        made[i] = 3 * i;
    return made;
}

int main(void)
{
    int n = 100, *grid, twice[100];
    for (int step = 0; step < 3; step++)
        if (step == 0) {
            grid = filled(n);
        } else {
#pragma hicuda global alloc twice[*]
#pragma hicuda global alloc grid[0:n-1]
#pragma hicuda kernel doubling tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
            for (int i = 0; i < n; i++)
                twice[i] = 2 * grid[i]; //~ E0641 the kernel reads `grid`, but nothing was copied to the device
#pragma hicuda kernel_end
#pragma hicuda global copyout twice[*]
#pragma hicuda global free twice grid
            printf("%d\n", twice[50]);
        }
    return 0;
}
