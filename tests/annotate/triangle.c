// annotate: --force
// The lower triangle of a product with its own transpose.
#include <stdio.h>

#define N 48

static int a[N][N], c[N][N];

static void product(int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            c[i][j] *= 2;
        for (int k = 0; k < n; k++)
            for (int j = 0; j <= i; j++)
                c[i][j] += a[i][k] * a[j][k];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 3 + j) % 7 - 3;
            c[i][j] = i + j;
        }
    product(N);
    printf("%d %d %d\n", c[0][0], c[30][11], c[11][30]);
    return 0;
}
