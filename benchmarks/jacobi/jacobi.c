// Every inner point of b becomes the mean of its neighbours in a. A thread has
// eight points below each other, and reads what they share once.
#include "jacobi.h"

void step(const float a[N][N], float b[N][N])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] clear
#pragma hicuda kernel jacobi tblock(INNER / 8, INNER / 128) thread(1, 128)
#pragma hicuda loop_partition over_tblock over_thread jam(8)
    for (int i = 1; i < N - 1; i++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j < N - 1; j++)
            b[i][j] = 0.25f * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*][*]
#pragma hicuda global free a b
}
