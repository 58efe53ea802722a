// annotate: --force
// The loop over time is serial; the two sweeps inside are not.
#include <stdio.h>

#define N 40

static float a[N][N], b[N][N];

static void step(void)
{
    int i, j;
    for (i = 1; i < N - 1; i++)
        for (j = 1; j < N - 1; j++)
            b[i][j] = 0.25f * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    for (i = 1; i < N - 1; i++)
        for (j = 1; j < N - 1; j++)
            a[i][j] = b[i][j];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[0][i] = a[i][0] = (float)(i * 64);
    for (int t = 0; t < 6; t++)
        step();
    for (int i = 0; i < N; i += 9)
        printf("%g ", a[i][N - 2 - i / 2]);
    printf("\n");
    return 0;
}
