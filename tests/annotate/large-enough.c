// annotate: --no-comments
// Long enough for the GPU, as the constants tell.
#include <stdio.h>

#define N 400

static int a[N][N], b[N][N], c[N][N];

static void multiply(int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i][i] = b[i][(i + 1) % N] = i;
    multiply(N);
    printf("%d\n", c[7][8]);
    return 0;
}
