// A rank-2 update, then x = beta transpose(A) y + z and w = alpha A x.
#include "polybench.h"

#ifdef LARGE
enum { N = 2000 };
#else
enum { N = 120 };
#endif

static float a[N][N], u1[N], v1[N], u2[N], v2[N], w[N], x[N], y[N], z[N];

static void set(void)
{
    for (int i = 0; i < N; i++) {
        u1[i] = (float)i;
        u2[i] = (float)(i + 1) / N / 2;
        v1[i] = (float)(i + 1) / N / 4;
        v2[i] = (float)(i + 1) / N / 6;
        y[i] = (float)(i + 1) / N / 8;
        z[i] = (float)(i + 1) / N / 9;
        x[i] = 0;
        w[i] = 0;
        for (int j = 0; j < N; j++)
            a[i][j] = (float)(i * j % N) / N;
    }
}

static void gemver(int n, float alpha, float beta, float a[N][N], float u1[N], float v1[N], float u2[N],
                   float v2[N], float w[N], float x[N], float y[N], float z[N])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] = a[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i] = x[i] + beta * a[j][i] * y[j];
    for (int i = 0; i < n; i++)
        x[i] = x[i] + z[i];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            w[i] = w[i] + alpha * a[i][j] * x[j];
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        gemver(N, 1.5f, 1.2f, a, u1, v1, u2, v2, w, x, y, z);
        stop("gemver", sampled(w, N));
    }
    return result("gemver", w, N);
}
