// y = A x. The threads of a warp share a row.
#include "mv.h"

void multiply(const float a[N][N], const float x[N], float y[N])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*]
#pragma hicuda kernel rows tblock(N / 8) thread(8, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        float sum = 0;
#pragma hicuda loop_partition over_thread reduction(+: sum)
        for (int j = 0; j < N; j++)
            sum += a[i][j] * x[j];
        y[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global free a x y
}
