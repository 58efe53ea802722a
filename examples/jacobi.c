// Jacobi iteration on a square grid, after figure 7 of the hiCUDA paper: the
// block's part of A, with a halo of one element, is kept in shared memory.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 514
#define STEPS 20

float A[N][N], B[N][N], expected[N][N], scratch[N][N];

static void initialise(float a[N][N])
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i == 0 || j == 0 || i == N - 1 || j == N - 1) ? (float)((i * 7 + j * 3) % 11) : 0.0f;
}

static void jacobi(int steps)
{
#pragma hicuda global alloc A[*][*] copyin
#pragma hicuda global alloc B[*][*]
    for (int step = 0; step < steps; step++) {
#pragma hicuda kernel relax tblock(N/16, N/16) thread(16, 16)
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
#pragma hicuda kernel copy_back tblock(N/16, N/16) thread(16, 16)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < N - 1; i++) {
#pragma hicuda loop_partition over_tblock over_thread
            for (int j = 1; j < N - 1; j++)
                A[i][j] = B[i][j];
        }
#pragma hicuda kernel_end
    }
#pragma hicuda global copyout A[*][*]
#pragma hicuda global free A B
}

int main(void)
{
    initialise(A);
    initialise(expected);
    jacobi(STEPS);
    for (int step = 0; step < STEPS; step++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                scratch[i][j] = 0.25f * (expected[i - 1][j] + expected[i + 1][j] + expected[i][j - 1] + expected[i][j + 1]);
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                expected[i][j] = scratch[i][j];
    }
    int wrong = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            wrong += fabsf(A[i][j] - expected[i][j]) > 1e-5f;
    printf("jacobi %dx%d, %d steps: %s\n", N, N, STEPS, wrong ? "FAILED" : "PASSED");
    return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
