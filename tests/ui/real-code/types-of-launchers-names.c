//@ run: cpu sim
// Types that are called as parameters of launchers are.
#include <stdio.h>
typedef struct { double m[2][2]; int tag; } block;
typedef int grid;
static block g[6];
static grid sizes[6];
int main(void)
{
#pragma hicuda global alloc g[*] copyin
#pragma hicuda global alloc sizes[*] copyin
#pragma hicuda kernel tagged tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < 6; i++) {
        g[i].tag = i;
        sizes[i] = g[i].tag * 2;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout g[*]
#pragma hicuda global copyout sizes[*]
#pragma hicuda global free g sizes
    printf("%d %d\n", g[5].tag, sizes[3]);
    return 0;
}
