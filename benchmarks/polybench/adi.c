// Heat in two dimensions by alternating directions: each half step solves a
// tridiagonal system along every line.
#include "polybench.h"

#ifdef LARGE
enum { STEPS = 500, N = 1000 };
#else
enum { STEPS = 5, N = 60 };
#endif

static float u[N][N], v[N][N], p[N][N], q[N][N];

static void set(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[i][j] = (float)(i + N - j) / N;
}

static void heat(int steps, int n, float u[N][N], float v[N][N], float p[N][N], float q[N][N])
{
    float dx = 1.0f / n, dt = 1.0f / steps;
    float mul1 = 2.0f * dt / (dx * dx), mul2 = 1.0f * dt / (dx * dx);
    float a = -mul1 / 2, b = 1 + mul1, c = a;
    float d = -mul2 / 2, e = 1 + mul2, f = d;

    for (int t = 1; t <= steps; t++) {
        // Along columns.
        for (int i = 1; i < n - 1; i++) {
            v[0][i] = 1;
            p[i][0] = 0;
            q[i][0] = v[0][i];
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = -c / (a * p[i][j - 1] + b);
                q[i][j] = (-d * u[j][i - 1] + (1 + 2 * d) * u[j][i] - f * u[j][i + 1] - a * q[i][j - 1]) /
                          (a * p[i][j - 1] + b);
            }
            v[n - 1][i] = 1;
            for (int j = n - 2; j >= 1; j--)
                v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
        }
        // Along rows.
        for (int i = 1; i < n - 1; i++) {
            u[i][0] = 1;
            p[i][0] = 0;
            q[i][0] = u[i][0];
            for (int j = 1; j < n - 1; j++) {
                p[i][j] = -f / (d * p[i][j - 1] + e);
                q[i][j] = (-a * v[i - 1][j] + (1 + 2 * a) * v[i][j] - c * v[i + 1][j] - d * q[i][j - 1]) /
                          (d * p[i][j - 1] + e);
            }
            u[i][n - 1] = 1;
            for (int j = n - 2; j >= 1; j--)
                u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
        }
    }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        heat(STEPS, N, u, v, p, q);
        stop("adi", sampled(&u[0][0], N * N));
    }
    return result("adi", &u[0][0], N * N);
}
