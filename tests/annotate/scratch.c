// annotate: --force
// Arrays that iterations only compute in: each has its own, or a block has one in shared memory.
#include <stdio.h>

enum { N = 300, M = 40, W = 8 };

static float a[N][M], b[N][M], weights[M][M], row[M], last[M], kept[M];

// Small, and of the function: each iteration has its own.
static void prefixes(int n)
{
    float sums[W];
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < W; k++)
            sums[k] = a[i][k] * k;
        for (int k = 1; k < W; k++)
            sums[k] += sums[k - 1];
        for (int k = 0; k < W; k++)
            b[i][k] = sums[W - 1 - k];
    }
}

// The caller's, and long: a block has it for one iteration.
static void products(int n, int m, float a[N][M], float weights[M][M], float row[M])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            row[j] = 0;
            for (int k = 0; k < m; k++)
                row[j] += a[i][k] * weights[k][j];
        }
        for (int j = 0; j < m; j++)
            a[i][j] = row[j];
    }
}

// Somebody wants what the last iteration left.
static void remembered(int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < M; j++)
            last[j] = a[i][j] + j;
        for (int j = 0; j < M; j++)
            b[i][j] = last[M - 1 - j];
    }
}

// The next iteration reads what this one wrote.
static void carried(int n)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < M; j++)
            b[i][j] += kept[j];
        for (int j = 0; j < M; j++)
            kept[j] = a[i][M - 1 - j];
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (float)((i + j) % 7);
    for (int j = 0; j < M; j++)
        for (int k = 0; k < M; k++)
            weights[j][k] = (float)((j + 2 * k) % 3) / M;
    prefixes(N);
    products(N, M, a, weights, row);
    remembered(N);
    carried(N);
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += a[i][j] + b[i][j] * ((i + j) % 5);
    printf("%.3f %.3f %.3f\n", sum, last[3], kept[5]);
    return 0;
}
