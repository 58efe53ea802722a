// Steps of a Jacobi iteration with directives: a halo in shared memory.
#include "jacobi.h"

#define BLOCK 16

static void work(void)
{
#pragma hicuda global alloc A[*][*] copyin
#pragma hicuda global alloc B[*][*] copyin
    start();
    for (int step = 0; step < STEPS; step++) {
#pragma hicuda kernel forth tblock((N-2)/BLOCK, (N-2)/BLOCK) thread(BLOCK, BLOCK)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < N - 1; i++) {
#pragma hicuda loop_partition over_tblock over_thread
            for (int j = 1; j < N - 1; j++) {
#pragma hicuda shared alloc A[i-1:i+1][j-1:j+1] copyin
#pragma hicuda barrier
                B[i][j] = 0.25f * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
#pragma hicuda barrier
#pragma hicuda shared remove A
            }
        }
#pragma hicuda kernel_end
#pragma hicuda kernel back tblock((N-2)/BLOCK, (N-2)/BLOCK) thread(BLOCK, BLOCK)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < N - 1; i++) {
#pragma hicuda loop_partition over_tblock over_thread
            for (int j = 1; j < N - 1; j++) {
#pragma hicuda shared alloc B[i-1:i+1][j-1:j+1] copyin
#pragma hicuda barrier
                A[i][j] = 0.25f * (B[i - 1][j] + B[i + 1][j] + B[i][j - 1] + B[i][j + 1]);
#pragma hicuda barrier
#pragma hicuda shared remove B
            }
        }
#pragma hicuda kernel_end
    }
    stop();
#pragma hicuda global copyout A[*][*]
#pragma hicuda global free A B
}
