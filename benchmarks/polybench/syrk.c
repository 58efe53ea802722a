// The lower triangle of C = alpha A transpose(A) + beta C.
#include "polybench.h"

#ifdef LARGE
enum { M = 1000, N = 1200 };
#else
enum { M = 60, N = 80 };
#endif

static float a[N][M], c[N][N];

static void set(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (float)((i * j + 1) % N) / N;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            c[i][j] = (float)((i * j + 2) % M) / M;
}

static void syrk(int n, int m, float alpha, float beta, float c[N][N], float a[N][M])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            c[i][j] *= beta;
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                c[i][j] += alpha * a[i][k] * a[j][k];
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        syrk(N, M, 1.5f, 1.2f, c, a);
        stop("syrk", sampled(&c[0][0], N * N));
    }
    return result("syrk", &c[0][0], N * N);
}
