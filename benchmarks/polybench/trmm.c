// B = alpha transpose(A) B, where A is lower triangular with ones on its
// diagonal; in place.
#include "polybench.h"

#ifdef LARGE
enum { M = 1000, N = 1200 };
#else
enum { M = 60, N = 80 };
#endif

static float a[M][M], b[M][N];

static void set(void)
{
    for (int i = 0; i < M; i++) {
        for (int j = 0; j < i; j++)
            a[i][j] = (float)((i + j) % M) / M;
        a[i][i] = 1;
        for (int j = 0; j < N; j++)
            b[i][j] = (float)((N + i - j) % N) / N;
    }
}

static void trmm(int m, int n, float alpha, float a[M][M], float b[M][N])
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            for (int k = i + 1; k < m; k++)
                b[i][j] += a[k][i] * b[k][j];
            b[i][j] = alpha * b[i][j];
        }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        trmm(M, N, 1.5f, a, b);
        stop("trmm", sampled(&b[0][0], M * N));
    }
    return result("trmm", &b[0][0], M * N);
}
