// A = L U in place, without pivots.
#include "polybench.h"

#ifdef LARGE
enum { N = 2000 };
#elif defined MEDIUM
enum { N = 400 };
#else
enum { N = 60 };
#endif

static float a[N][N];

static void set(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (float)((i + 2 * j) % N) / N + (i == j ? (float)N : 0);
}

static void lu(int n, float a[N][N])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
            a[i][j] /= a[j][j];
        }
        for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        lu(N, a);
        stop("lu", sampled(&a[0][0], N * N));
    }
    return result("lu", &a[0][0], N * N);
}
