// The matrix product with directives, its tiles in shared memory.
#include "matmul.h"

#define BLOCK 16
#define TILE 32

static void work(void)
{
#pragma hicuda global alloc A[*][*] copyin
#pragma hicuda global alloc B[*][*] copyin
#pragma hicuda global alloc C[*][*]
    start();
#pragma hicuda kernel matmul tblock(N/BLOCK, N/BLOCK) thread(BLOCK, BLOCK)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int kk = 0; kk < N; kk += TILE) {
#pragma hicuda shared alloc A[i][kk:kk+TILE-1] copyin
#pragma hicuda shared alloc B[kk:kk+TILE-1][j] copyin
#pragma hicuda barrier
                for (int k = 0; k < TILE; k++)
                    sum += A[i][kk + k] * B[kk + k][j];
#pragma hicuda barrier
#pragma hicuda shared remove A B
            }
            C[i][j] = sum;
        }
    }
#pragma hicuda kernel_end
    stop();
#pragma hicuda global copyout C[*][*]
#pragma hicuda global free A B C
}
