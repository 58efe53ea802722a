// Each row of a matrix times its own factor.
#include "row-scale.h"

void scale(const float a[N][N], const float factor[N], float b[N][N])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc factor[*] copyin
#pragma hicuda global alloc b[*][*]
#pragma hicuda kernel row_scale tblock(N / 4, N / 256) thread(4, 64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
#pragma hicuda loop_partition over_tblock over_thread jam(4)
        for (int j = 0; j < N; j++)
            b[i][j] = factor[i] * a[i][j];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*][*]
#pragma hicuda global free a factor b
}
