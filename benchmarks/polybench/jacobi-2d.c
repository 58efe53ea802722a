// Means of five neighbours in a plane, there and back.
#include "polybench.h"

#ifdef LARGE
enum { STEPS = 500, N = 1300 };
#else
enum { STEPS = 10, N = 90 };
#endif

static float a[N][N], b[N][N];

static void set(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = ((float)i * (j + 2) + 2) / N;
            b[i][j] = ((float)i * (j + 3) + 3) / N;
        }
}

static void jacobi(int steps, int n, float a[N][N], float b[N][N])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.2f * (a[i][j] + a[i][j - 1] + a[i][1 + j] + a[1 + i][j] + a[i - 1][j]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = 0.2f * (b[i][j] + b[i][j - 1] + b[i][1 + j] + b[1 + i][j] + b[i - 1][j]);
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        jacobi(STEPS, N, a, b);
        stop("jacobi-2d", sampled(&a[0][0], N * N));
    }
    return result("jacobi-2d", &a[0][0], N * N);
}
