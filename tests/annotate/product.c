// annotate: --force
// A matrix product: rows and columns of the result are independent.
#include <stdio.h>

#define N 48

static int a[N][N], b[N][N], c[N][N];

static void multiply(void)
{
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            int sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i + 2 * j) % 11 - 5;
            b[i][j] = (i * j) % 7 - 3;
        }
    multiply();
    printf("%d %d %d\n", c[0][0], c[7][31], c[N - 1][N - 1]);
    return 0;
}
