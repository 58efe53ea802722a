// C = A B. A thread block computes a tile of 128 x 128, each of its threads 8 x 8
// of it in registers.
#include "matmul.h"

#define TILE 32

void multiply(const float a[N][N], const float b[N][N], float c[N][N])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*]
#pragma hicuda kernel matmul tblock(N / 128, N / 128) thread(16, 16)
#pragma hicuda loop_partition over_tblock over_thread jam(8)
    for (int i = 0; i < N; i++) {
#pragma hicuda loop_partition over_tblock over_thread jam(8)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int kk = 0; kk < N; kk += TILE) {
#pragma hicuda shared alloc a[i][kk:kk+TILE-1] copyin
#pragma hicuda shared alloc b[kk:kk+TILE-1][j] copyin
#pragma hicuda barrier
                for (int k = 0; k < TILE; k++)
                    sum += a[i][kk + k] * b[kk + k][j];
#pragma hicuda barrier
#pragma hicuda shared remove a b
            }
            c[i][j] = sum;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*][*]
#pragma hicuda global free a b c
}
