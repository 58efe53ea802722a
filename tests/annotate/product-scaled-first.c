// annotate: --force
// The loop over `k` stands outside that over `j`: it goes inside.
#include <stdio.h>

#define N 40

static int a[N][N], b[N][N], c[N][N];

static void multiply(int n, int beta)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            c[i][j] *= beta;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i - j;
            b[i][j] = (i + j) % 5;
            c[i][j] = i;
        }
    multiply(N, 3);
    printf("%d %d %d\n", c[0][0], c[7][31], c[N - 1][N - 1]);
    return 0;
}
