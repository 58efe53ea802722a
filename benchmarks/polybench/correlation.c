// The correlation of every two columns of a table of observations.
#include "polybench.h"

#ifdef LARGE
enum { M = 1200, N = 1400 };
#else
enum { M = 60, N = 75 };
#endif

static float data[N][M], corr[M][M], mean[M], stddev[M];

static void set(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            data[i][j] = (float)(i * j) / M + i;
}

static void correlation(int m, int n, float points, float data[N][M], float corr[M][M], float mean[M],
                        float stddev[M])
{
    float eps = 0.1f;

    for (int j = 0; j < m; j++) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += data[i][j];
        mean[j] /= points;
    }
    for (int j = 0; j < m; j++) {
        stddev[j] = 0;
        for (int i = 0; i < n; i++)
            stddev[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
        stddev[j] /= points;
        stddev[j] = sqrtf(stddev[j]);
        // A column that does not vary correlates with nothing.
        stddev[j] = stddev[j] <= eps ? 1 : stddev[j];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            data[i][j] -= mean[j];
            data[i][j] /= sqrtf(points) * stddev[j];
        }
    for (int i = 0; i < m - 1; i++) {
        corr[i][i] = 1;
        for (int j = i + 1; j < m; j++) {
            corr[i][j] = 0;
            for (int k = 0; k < n; k++)
                corr[i][j] += data[k][i] * data[k][j];
            corr[j][i] = corr[i][j];
        }
    }
    corr[m - 1][m - 1] = 1;
}

int main(void)
{
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        correlation(M, N, (float)N, data, corr, mean, stddev);
        stop("correlation", sampled(&corr[0][0], M * M));
    }
    return result("correlation", &corr[0][0], M * M);
}
