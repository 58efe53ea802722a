// annotate: --force
#include <stdio.h>

#define N 20

static int a[N][N][N], b[N][N][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                a[i][j][k] = (i * j + k) % 10;
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            for (int k = 1; k < N - 1; k++)
                b[i][j][k] = a[i - 1][j][k] + a[i][j + 1][k] - 2 * a[i][j][k - 1];
    printf("%d %d\n", b[5][6][7], b[N - 2][1][N - 2]);
    return 0;
}
