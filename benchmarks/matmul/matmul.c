// C = A B. A thread block computes a square tile, 16 x 16 threads of it 8 x 8 elements each in
// registers, or 4 x 4 where the matrix is too small for tiles of that size.
#include "matmul.h"

#define TILE (N < 2048 ? 32 : 8)
#define OWN (N < 2048 ? 4 : 8)

void multiply(const float a[N][N], const float b[N][N], float c[N][N])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*]
#pragma hicuda kernel matmul tblock(N / (16 * OWN), N / (16 * OWN)) thread(16, 16)
#pragma hicuda loop_partition over_tblock over_thread jam(OWN)
    for (int i = 0; i < N; i++) {
#pragma hicuda loop_partition over_tblock over_thread jam(OWN)
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
