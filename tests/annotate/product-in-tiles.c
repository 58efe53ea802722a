// annotate: --force
// A product of matrices, its sums kept in memory: tiles in registers, strips through shared memory.
#include <stdio.h>

#define N 200

static float a[N][N], b[N][N], c[N][N];

static void multiply(int n, float c[N][N], float a[N][N], float b[N][N])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] = 0;
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

int main(void)
{
    double sum = 0;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (float)((i + j) % 5);
            b[i][j] = (float)(i * j % 7);
        }
    multiply(190, c, a, b);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += c[i][j] * (1 + (i + 3 * j) % 11);
    printf("%.1f\n", sum);
    return 0;
}
