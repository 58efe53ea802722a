// Means of three neighbours on a line, there and back.
#include "polybench.h"

#ifdef LARGE
enum { STEPS = 500, N = 2000 };
#else
enum { STEPS = 20, N = 120 };
#endif

static float a[N], b[N];

static void set(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = ((float)i + 2) / N;
        b[i] = ((float)i + 3) / N;
    }
}

static void jacobi(int steps, int n, float a[N], float b[N])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.33333f * (a[i - 1] + a[i] + a[i + 1]);
        for (int i = 1; i < n - 1; i++)
            a[i] = 0.33333f * (b[i - 1] + b[i] + b[i + 1]);
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        jacobi(STEPS, N, a, b);
        stop("jacobi-1d", sampled(a, N));
    }
    return result("jacobi-1d", a, N);
}
