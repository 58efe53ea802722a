// A = Q R by Gram and Schmidt, column after column.
#include "polybench.h"

#ifdef LARGE
enum { M = 1000, N = 1200 };
#else
enum { M = 50, N = 60 };
#endif

static float a[M][N], r[N][N], q[M][N];

static void set(void)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (float)(i * j % M) / M * 100 + 10 + (i == j ? 50 : 0);
            q[i][j] = 0;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            r[i][j] = 0;
}

static void gramschmidt(int m, int n, float a[M][N], float r[N][N], float q[M][N])
{
    float norm;

    for (int k = 0; k < n; k++) {
        norm = 0;
        for (int i = 0; i < m; i++)
            norm += a[i][k] * a[i][k];
        r[k][k] = sqrtf(norm);
        for (int i = 0; i < m; i++)
            q[i][k] = a[i][k] / r[k][k];
        for (int j = k + 1; j < n; j++) {
            r[k][j] = 0;
            for (int i = 0; i < m; i++)
                r[k][j] += q[i][k] * a[i][j];
            for (int i = 0; i < m; i++)
                a[i][j] = a[i][j] - q[i][k] * r[k][j];
        }
    }
}

// Later columns depend on none but rounding: the first ones are the result.
int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        gramschmidt(M, N, a, r, q);
        stop("gramschmidt", sampled(&r[0][0], N * N));
    }
    return result("gramschmidt", &r[0][0], 20 * N);
}
