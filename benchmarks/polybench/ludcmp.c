// A x = b: L U with the sums in a scalar, then the two triangular systems.
#include "polybench.h"

#ifdef LARGE
enum { N = 2000 };
#elif defined MEDIUM
enum { N = 400 };
#else
enum { N = 60 };
#endif

static float a[N][N], b[N], x[N], y[N];

static void set(void)
{
    for (int i = 0; i < N; i++) {
        b[i] = (float)(i + 1) / N / 2 + 4;
        x[i] = y[i] = 0;
        for (int j = 0; j < N; j++)
            a[i][j] = (float)((i + 2 * j) % N) / N + (i == j ? (float)N : 0);
    }
}

static void solve(int n, float a[N][N], float b[N], float x[N], float y[N])
{
    float w;

    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            w = a[i][j];
            for (int k = 0; k < j; k++)
                w -= a[i][k] * a[k][j];
            a[i][j] = w / a[j][j];
        }
        for (int j = i; j < n; j++) {
            w = a[i][j];
            for (int k = 0; k < i; k++)
                w -= a[i][k] * a[k][j];
            a[i][j] = w;
        }
    }
    for (int i = 0; i < n; i++) {
        w = b[i];
        for (int j = 0; j < i; j++)
            w -= a[i][j] * y[j];
        y[i] = w;
    }
    for (int i = n - 1; i >= 0; i--) {
        w = y[i];
        for (int j = i + 1; j < n; j++)
            w -= a[i][j] * x[j];
        x[i] = w / a[i][i];
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        solve(N, a, b, x, y);
        stop("ludcmp", sampled(x, N));
    }
    return result("ludcmp", x, N);
}
