// L x = b by forward substitution.
#include "polybench.h"

#ifdef LARGE
enum { N = 2000 };
#else
enum { N = 120 };
#endif

static float l[N][N], x[N], b[N];

static void set(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = -999;
        b[i] = (float)i;
        for (int j = 0; j <= i; j++)
            l[i][j] = (float)(i + N - j + 1) * 2 / N;
    }
}

static void solve(int n, float l[N][N], float x[N], float b[N])
{
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] = x[i] / l[i][i];
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        solve(N, l, x, b);
        stop("trisolv", sampled(x, N));
    }
    return result("trisolv", x, N);
}
