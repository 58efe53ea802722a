// The matrix product as the sequential loop with one line of OpenMP.
#include "matmul.h"

static void work(void)
{
    start();
#pragma omp parallel for
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum += A[i][k] * B[k][j];
            C[i][j] = sum;
        }
    stop();
}
