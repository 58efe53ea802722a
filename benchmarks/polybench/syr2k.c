// The lower triangle of C = alpha (A transpose(B) + B transpose(A)) + beta C.
#include "polybench.h"

#ifdef LARGE
enum { M = 1000, N = 1200 };
#else
enum { M = 60, N = 80 };
#endif

static float a[N][M], b[N][M], c[N][N];

static void set(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            a[i][j] = (float)((i * j + 1) % N) / N;
            b[i][j] = (float)((i * j + 2) % M) / M;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            c[i][j] = (float)((i * j + 3) % N) / M;
}

static void syr2k(int n, int m, float alpha, float beta, float c[N][N], float a[N][M], float b[N][M])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            c[i][j] *= beta;
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                c[i][j] += a[j][k] * alpha * b[i][k] + b[j][k] * alpha * a[i][k];
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        syr2k(N, M, 1.5f, 1.2f, c, a, b);
        stop("syr2k", sampled(&c[0][0], N * N));
    }
    return result("syr2k", &c[0][0], N * N);
}
