// y = A^T x. A thread adds up a strip of a column, and strips are added to the
// result.
#include "mv-transposed.h"

#define STRIP 64

void multiply(const float a[N][N], const float x[N], float y[N])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*] clear
#pragma hicuda kernel columns tblock(N / STRIP, N / 256) thread(256)
#pragma hicuda loop_partition over_tblock
    for (int strip = 0; strip < N; strip += STRIP) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int i = strip; i < strip + STRIP; i++)
                sum += a[i][j] * x[i];
#pragma hicuda atomic
            y[j] += sum;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global free a x y
}
