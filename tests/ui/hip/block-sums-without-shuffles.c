// A wavefront has 32 or 64 lanes: a block's sum and maximum take a tree in shared memory, and a
// part of the block too.
//@ emit: hip
//@ run: cpu
#include <stdio.h>
#define N 1000
float a[N];
int rows[8];
int main(void)
{
    float sum = 0, largest = 0;
    for (int i = 0; i < N; i++)
        a[i] = i % 13;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel total tblock(8) thread(128)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: sum) reduction(max: largest)
    for (int i = 0; i < N; i++) {
        sum += a[i];
        if (a[i] > largest)
            largest = a[i];
    }
#pragma hicuda kernel_end
#pragma hicuda global alloc rows[*]
#pragma hicuda kernel by_rows tblock(2) thread(4, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int r = 0; r < 8; r++) {
        int count = 0;
#pragma hicuda loop_partition over_thread reduction(+: count)
        for (int i = r; i < N; i += 8)
            count += a[i] > 6;
        rows[r] = count;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout rows[*]
#pragma hicuda global free a rows
    printf("%g %g", sum, largest);
    for (int r = 0; r < 8; r++)
        printf(" %d", rows[r]);
    printf("\n");
    return 0;
}
