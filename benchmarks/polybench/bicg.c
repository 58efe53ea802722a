// s = transpose(A) r and q = A p, in one sweep over A.
#include "polybench.h"

#ifdef LARGE
enum { M = 1900, N = 2100 };
#else
enum { M = 116, N = 124 };
#endif

static float a[N][M], s[M], q[N], p[M], r[N];

static void set(void)
{
    for (int i = 0; i < M; i++)
        p[i] = (float)(i % M) / M;
    for (int i = 0; i < N; i++) {
        r[i] = (float)(i % N) / N;
        for (int j = 0; j < M; j++)
            a[i][j] = (float)(i * (j + 1) % N) / N;
    }
}

static void bicg(int m, int n, float a[N][M], float s[M], float q[N], float p[M], float r[N])
{
    for (int i = 0; i < m; i++)
        s[i] = 0;
    for (int i = 0; i < n; i++) {
        q[i] = 0;
        for (int j = 0; j < m; j++) {
            s[j] = s[j] + r[i] * a[i][j];
            q[i] = q[i] + a[i][j] * p[j];
        }
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        bicg(M, N, a, s, q, p, r);
        stop("bicg", sampled(s, M) + sampled(q, N));
    }
    return result("bicg", s, M) | result("bicg", q, N);
}
