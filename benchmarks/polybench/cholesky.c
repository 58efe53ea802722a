// The lower triangle L of A = L transpose(L), in place.
#include "polybench.h"

#ifdef LARGE
enum { N = 2000 };
#elif defined MEDIUM
enum { N = 400 };
#else
enum { N = 60 };
#endif

static float a[N][N];

// Positive definite: a strong diagonal.
static void set(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (float)((i + j) % N) / N + (i == j ? (float)N : 0);
}

static void cholesky(int n, float a[N][N])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
        for (int k = 0; k < i; k++)
            a[i][i] -= a[i][k] * a[i][k];
        a[i][i] = sqrtf(a[i][i]);
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        cholesky(N, a);
        stop("cholesky", sampled(&a[0][0], N * N));
    }
    return result("cholesky", &a[0][0], N * N);
}
