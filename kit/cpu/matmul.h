// Two matrices and their product, 27 MiB.
#include "measure.h"

#define N 1536

static float A[N][N], B[N][N], C[N][N];

static void prepare(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            A[i][j] = (i * 7 + j * 3) % 11 - 5;
            B[i][j] = (i * 5 + j * 9) % 13 - 6;
        }
}

static double digest(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += C[i][j] * ((i + j) % 3);
    return sum;
}
