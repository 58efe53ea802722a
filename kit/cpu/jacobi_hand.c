// Steps of a Jacobi iteration as sequential loops with OpenMP.
#include "jacobi.h"

static void work(void)
{
    start();
    for (int step = 0; step < STEPS; step++) {
#pragma omp parallel for
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                B[i][j] = 0.25f * (A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1]);
#pragma omp parallel for
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                A[i][j] = 0.25f * (B[i - 1][j] + B[i + 1][j] + B[i][j - 1] + B[i][j + 1]);
    }
    stop();
}
