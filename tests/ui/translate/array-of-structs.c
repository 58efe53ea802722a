//@ emit: cuda cpu
//@ run: cpu h200
// Structs are copied and accessed as they are.
#include <stdio.h>

struct point {
    float x, y;
    short tag;
};

struct point points[40];

int main(void)
{
#pragma hicuda global alloc points[*]
#pragma hicuda kernel place tblock(2) thread(20)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 40; i++) {
        points[i].x = i;
        points[i].y = points[i].x / 2;
        points[i].tag = i % 3;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout points[*]
#pragma hicuda global free points
    printf("%g %g %d\n", points[39].x, points[39].y, points[38].tag);
    return 0;
}
