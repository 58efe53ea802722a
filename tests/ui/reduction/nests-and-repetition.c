//@ emit: cuda cpu
//@ run: cpu
// Updates at several depths of a nest, and dimensions of the grid that no loop uses:
// every iteration counts once.
#include <stdio.h>

double m[40][30];

int main(void)
{
    double all = 1, rows = 0, twice = 0;
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 30; j++)
            m[i][j] = i * 0.5 + j;
#pragma hicuda global alloc m[*][*] copyin
#pragma hicuda kernel nest tblock(6, 2) thread(4, 8)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: all)
    for (int i = 0; i < 40; i++) {
        all += 1;
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < 30; j++)
            all += m[i][j];
    }
#pragma hicuda kernel_end
#pragma hicuda kernel repeated tblock(6, 3) thread(16) //~ W1152 3 blocks do the same work
#pragma hicuda loop_partition over_tblock reduction(+: rows) //~^ W1152 16 threads do the same work
    for (int i = 0; i < 40; i++)
        rows += m[i][1];
#pragma hicuda kernel_end
#pragma hicuda kernel both tblock(6) thread(16)
    for (int round = 0; round < 2; round++) {
#pragma hicuda loop_partition over_tblock reduction(+: twice)
        for (int i = 0; i < 40; i++) {
#pragma hicuda loop_partition over_thread reduction(+: twice)
            for (int j = 0; j < 30; j++)
                twice += m[i][j];
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global free m
    printf("%g %g %g\n", all, rows, twice);
    return 0;
}
