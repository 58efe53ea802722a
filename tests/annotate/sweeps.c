// annotate: --force
// Steps that depend on each other, of columns that do not; loops with few iterations around others.
#include <stdio.h>

#define N 30

static double left[2][N][N][N], right[3][N][N][N], edge[N][N], level[N];

int main(void)
{
    int i, j, k, m, next;
    double factor, sum = 0;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++) {
                left[0][i][j][k] = 4 + i % 3;
                left[1][i][j][k] = 1 + j % 5;
                for (m = 0; m < 3; m++)
                    right[m][i][j][k] = m + i + j - k;
            }
    // Each thread sweeps along `i`, for its own `j` and `k`.
    for (i = 0; i < N - 1; i++) {
        next = i + 1;
        for (j = 1; j < N - 1; j++) {
            for (k = 1; k < N - 1; k++) {
                factor = 1 / left[0][i][j][k];
                left[0][next][j][k] -= factor * left[1][i][j][k];
                for (m = 0; m < 3; m++)
                    right[m][next][j][k] -= factor * right[m][i][j][k];
            }
        }
    }
    // Upwards, and with one more dimension.
    for (i = N - 3; i >= 0; i--) {
        next = i + 1;
        for (m = 0; m < 3; m++)
            for (j = 1; j < N - 1; j++)
                for (k = 1; k < N - 1; k++)
                    right[m][i][j][k] -= left[1][i][j][k] * right[m][next][j][k] / 16;
    }
    // Three iterations are not enough for a GPU.
    for (m = 0; m < 3; m++) {
        next = N - 1;
        for (i = 1; i < N; i++) {
            factor = 0.5 + m;
            for (j = 0; j < N; j++)
                for (k = 0; k < N; k++)
                    right[m][i][j][k] += factor * right[m][i - 1][j][k] / next;
        }
    }
    for (m = 0; m < 2; m++)
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++)
                left[m][i][j][0] = left[m][i][j][1] + left[1][i][j][2] * m;
    // Rows are read by their neighbours: no thread has a column for itself.
    for (i = 0; i < N; i++) {
        next = i / 2;
        for (j = 1; j < N - 1; j++)
            level[j] = edge[next][j - 1] + right[0][i][j][1];
        for (j = 1; j < N - 1; j++)
            edge[i][j] = level[j] + level[j + 1];
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            sum += edge[i][j] / 1024 + right[i % 3][i][j][5] - left[i % 2][j][i][0];
    printf("%.9g\n", sum);
    return 0;
}
