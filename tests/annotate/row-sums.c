// annotate: --force
// A warp adds up a row.
#include <stdio.h>

#define N 100

static int a[N][N], x[N], y[N];

int main(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = i % 13 - 6;
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 7 + j) % 19;
    }
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int j = 0; j < N; j++)
            sum += a[i][j] * x[j];
        y[i] = sum;
    }
    printf("%d %d %d\n", y[0], y[50], y[N - 1]);
    return 0;
}
