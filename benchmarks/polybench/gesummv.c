// y = alpha A x + beta B x.
#include "polybench.h"

#ifdef LARGE
enum { N = 1300 };
#else
enum { N = 90 };
#endif

static float a[N][N], b[N][N], tmp[N], x[N], y[N];

static void set(void)
{
    for (int i = 0; i < N; i++) {
        x[i] = (float)(i % N) / N;
        for (int j = 0; j < N; j++) {
            a[i][j] = (float)((i * j + 1) % N) / N;
            b[i][j] = (float)((i * j + 2) % N) / N;
        }
    }
}

static void gesummv(int n, float alpha, float beta, float a[N][N], float b[N][N], float tmp[N],
                    float x[N], float y[N])
{
    for (int i = 0; i < n; i++) {
        tmp[i] = 0;
        y[i] = 0;
        for (int j = 0; j < n; j++) {
            tmp[i] = a[i][j] * x[j] + tmp[i];
            y[i] = b[i][j] * x[j] + y[i];
        }
        y[i] = alpha * tmp[i] + beta * y[i];
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        gesummv(N, 1.5f, 1.2f, a, b, tmp, x, y);
        stop("gesummv", sampled(y, N));
    }
    return result("gesummv", y, N);
}
