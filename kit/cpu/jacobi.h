// Two grids of 64 MiB that are each other's next step.
#include "measure.h"

#define N 4098
#define STEPS 8

static float A[N][N], B[N][N];

static void prepare(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = B[i][j] = (float)((i * 7 + j * 3) % 11);
}

static double digest(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += A[i][j] * ((i + j) % 3);
    return sum;
}
