// y = transpose(A) (A x).
#include "polybench.h"

#ifdef LARGE
enum { M = 1900, N = 2100 };
#else
enum { M = 116, N = 124 };
#endif

static float a[M][N], x[N], y[N], tmp[M];

static void set(void)
{
    for (int i = 0; i < N; i++)
        x[i] = 1 + (float)i / N;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (float)((i + j) % N) / (5 * M);
}

static void atax(int m, int n, float a[M][N], float x[N], float y[N], float tmp[M])
{
    for (int i = 0; i < n; i++)
        y[i] = 0;
    for (int i = 0; i < m; i++) {
        tmp[i] = 0;
        for (int j = 0; j < n; j++)
            tmp[i] = tmp[i] + a[i][j] * x[j];
        for (int j = 0; j < n; j++)
            y[j] = y[j] + a[i][j] * tmp[i];
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        atax(M, N, a, x, y, tmp);
        stop("atax", sampled(y, N));
    }
    return result("atax", y, N);
}
