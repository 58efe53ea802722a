// One step of a Jacobi iteration on 8192x8192 inner points, after figure 7 of
// the hiCUDA paper.
#include <stdio.h>
#include <stdlib.h>

#define N 8194
#define BLOCK 16

static float A[N][N], B[N][N];

static void step(void)
{
#pragma hicuda global alloc A[*][*] copyin
#pragma hicuda global alloc B[*][*] clear
#pragma hicuda kernel jacobi tblock((N-2)/BLOCK, (N-2)/BLOCK) thread(BLOCK, BLOCK)
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
#pragma hicuda global copyout B[*][*]
#pragma hicuda global free A B
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = (float)((i * 7 + j * 3) % 11);
    step();
    for (int at = 1; at < N - 1; at += 211)
        printf("%.3f\n", B[at][(at * 31) % N]);
    return 0;
}
