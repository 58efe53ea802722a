//@ emit: cuda cpu
//@ run: cpu
// Three threads share out each loop, and four of each do the same: a barrier
// keeps the next row out of the buffer until all of them have read this one.
#include <stdio.h>

#define ROWS 10
#define WIDTH 40

static float means[ROWS][WIDTH];

int main(void)
{
#pragma hicuda global alloc means[*][*] clear
#pragma hicuda kernel smooth tblock(4) thread(3, 4)
#pragma hicuda loop_partition over_tblock(CYCLIC)
    for (int row = 0; row < ROWS; row++) {
        float line[WIDTH];
#pragma hicuda shared alloc line[*]
#pragma hicuda loop_partition over_thread
        for (int i = 0; i < WIDTH; i++)
            line[i] = row * i;
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread
        for (int i = 0; i < WIDTH; i++)
            means[row][i] = (line[i] + line[i / 2]) / 2;
#pragma hicuda shared remove line
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout means[*][*]
#pragma hicuda global free means
    for (int row = 0; row < ROWS; row++)
        printf("%g %g\n", means[row][7], means[row][WIDTH - 1]);
    return 0;
}
