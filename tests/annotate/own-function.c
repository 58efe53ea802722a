// annotate: --force
// The kernel calls a function of the program; its loop is part of the kernel.
#include <stdio.h>

#define N 64

static int a[N][N], y[N];

static int total(const int *row, int n)
{
    int sum = 0;
    for (int k = 0; k < n; k++)
        sum += row[k];
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i + j) % 9;
    for (int i = 0; i < N; i++)
        y[i] = total(a[i], N) * 2;
    printf("%d %d\n", y[0], y[N - 1]);
    return 0;
}
