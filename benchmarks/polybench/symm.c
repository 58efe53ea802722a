// C = alpha A B + beta C, where A is symmetric and only its lower triangle is
// stored.
#include "polybench.h"

#ifdef LARGE
enum { M = 1000, N = 1200 };
#else
enum { M = 60, N = 80 };
#endif

static float a[M][M], b[M][N], c[M][N];

static void set(void)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            c[i][j] = (float)((i + j) % 100) / M;
            b[i][j] = (float)((N + i - j) % 100) / M;
        }
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = j <= i ? (float)((i + j) % 100) / M : -999;
}

static void symm(int m, int n, float alpha, float beta, float c[M][N], float a[M][M], float b[M][N])
{
    float temp2;

    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            temp2 = 0;
            for (int k = 0; k < i; k++) {
                c[k][j] += alpha * b[i][j] * a[i][k];
                temp2 += b[k][j] * a[i][k];
            }
            c[i][j] = beta * c[i][j] + alpha * b[i][j] * a[i][i] + alpha * temp2;
        }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        symm(M, N, 1.5f, 1.2f, c, a, b);
        stop("symm", sampled(&c[0][0], M * N));
    }
    return result("symm", &c[0][0], M * N);
}
