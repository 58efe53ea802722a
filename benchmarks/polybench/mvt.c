// x1 += A row and x2 += transpose(A) col.
#include "polybench.h"

#ifdef LARGE
enum { N = 2000 };
#else
enum { N = 120 };
#endif

static float a[N][N], x1[N], x2[N], row[N], col[N];

static void set(void)
{
    for (int i = 0; i < N; i++) {
        x1[i] = (float)(i % N) / N;
        x2[i] = (float)((i + 1) % N) / N;
        row[i] = (float)((i + 3) % N) / N;
        col[i] = (float)((i + 4) % N) / N;
        for (int j = 0; j < N; j++)
            a[i][j] = (float)(i * j % N) / N;
    }
}

static void mvt(int n, float x1[N], float x2[N], float row[N], float col[N], float a[N][N])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x1[i] = x1[i] + a[i][j] * row[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x2[i] = x2[i] + a[j][i] * col[j];
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        mvt(N, x1, x2, row, col, a);
        stop("mvt", sampled(x1, N) + sampled(x2, N));
    }
    return result("mvt", x1, N) | result("mvt", x2, N);
}
