// Means of nine neighbours in place, each from those already new.
#include "polybench.h"

#ifdef LARGE
enum { STEPS = 500, N = 2000 };
#else
enum { STEPS = 5, N = 60 };
#endif

static float a[N][N];

static void set(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = ((float)i * (j + 2) + 2) / N;
}

static void seidel(int steps, int n, float a[N][N])
{
    for (int t = 0; t <= steps - 1; t++)
        for (int i = 1; i <= n - 2; i++)
            for (int j = 1; j <= n - 2; j++)
                a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] +
                           a[i][j + 1] + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) /
                          9;
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        seidel(STEPS, N, a);
        stop("seidel-2d", sampled(&a[0][0], N * N));
    }
    return result("seidel-2d", &a[0][0], N * N);
}
