// annotate: --force
// Triangles of products of an array with itself: two parts of it in shared memory.
#include <stdio.h>

#define N 150
#define M 100

static float a[N][M], c[N][N], data[M][N], cov[N][N];

static void update(int n, int m, float alpha, float beta)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            c[i][j] *= beta;
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                c[i][j] += alpha * a[i][k] * a[j][k];
    }
}

static void covariance(int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) {
            cov[i][j] = 0;
            for (int k = 0; k < m; k++)
                cov[i][j] += data[k][i] * data[k][j];
            cov[i][j] /= 8;
            cov[j][i] = cov[i][j];
        }
}

int main(void)
{
    double sum = 0;

    for (int i = 0; i < N; i++)
        for (int k = 0; k < M; k++) {
            a[i][k] = (float)((i + k) % 5);
            data[k][i] = (float)(i * k % 7);
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            c[i][j] = (float)((i + j) % 3);
    update(140, 90, 2, 3);
    covariance(140, 90);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += c[i][j] * (1 + (i + j) % 4) + cov[i][j] * (1 + (i + 2 * j) % 3);
    printf("%.0f\n", sum);
    return 0;
}
