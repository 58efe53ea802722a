// annotate: --force
// Sums of columns, row by row: the columns are independent.
#include <stdio.h>

#define N 100

static int a[N][N], y[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 5 + j * j) % 23;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            y[j] += a[i][j];
    printf("%d %d %d\n", y[0], y[50], y[N - 1]);
    return 0;
}
