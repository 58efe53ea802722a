// The covariance of every two columns of a table of observations.
#include "polybench.h"

#ifdef LARGE
enum { M = 1200, N = 1400 };
#else
enum { M = 60, N = 75 };
#endif

static float data[N][M], cov[M][M], mean[M];

static void set(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            data[i][j] = (float)(i * j) / M;
}

static void covariance(int m, int n, float points, float data[N][M], float cov[M][M], float mean[M])
{
    for (int j = 0; j < m; j++) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += data[i][j];
        mean[j] /= points;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            data[i][j] -= mean[j];
    for (int i = 0; i < m; i++)
        for (int j = i; j < m; j++) {
            cov[i][j] = 0;
            for (int k = 0; k < n; k++)
                cov[i][j] += data[k][i] * data[k][j];
            cov[i][j] /= points - 1;
            cov[j][i] = cov[i][j];
        }
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        covariance(M, N, (float)N, data, cov, mean);
        stop("covariance", sampled(&cov[0][0], M * M));
    }
    return result("covariance", &cov[0][0], M * M);
}
