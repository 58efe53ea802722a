// annotate:
// A row's sum is used again, and rows are added up in an array: one pass over the matrix does both.
#include <stdio.h>

#define M 1200
#define N 1000

static float a[M][N], x[N], y[N], row[M];

static void both(int m, int n)
{
    for (int i = 0; i < m; i++) {
        row[i] = 0;
        for (int j = 0; j < n; j++)
            row[i] += a[i][j] * x[j];
        for (int j = 0; j < n; j++)
            y[j] += a[i][j] * row[i];
    }
}

int main(void)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (float)((i * 7 + j * 3) % 11 - 5);
    for (int j = 0; j < N; j++)
        x[j] = (float)(j % 4 - 1);
    for (int t = 0; t < 3; t++)
        both(M, N);
    for (int j = 0; j < N; j += 97)
        printf("%g\n", y[j] + row[j]);
    return 0;
}
