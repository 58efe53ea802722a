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
    // warploom: the iterations of `i` and `j` are independent
    #pragma hicuda kernel set_data
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < M; j++)
            data[i][j] = (float)(i * j) / M;
    #pragma hicuda kernel_end
}

static void covariance(int m, int n, float points, float data[N][M], float cov[M][M], float mean[M])
{
    // warploom: the iterations of `j` are independent; several threads add up along `i`
    #pragma hicuda kernel covariance_mean thread(32, 32)
    #pragma hicuda loop_partition over_tblock over_thread(2)
    for (int j = 0; j < m; j++) {
        mean[j] = 0;
        #pragma hicuda loop_partition over_thread(1) reduction(+: mean[j])
        for (int i = 0; i < n; i++)
            mean[j] += data[i][j];
        mean[j] /= points;
    }
    #pragma hicuda kernel_end
    // warploom: the iterations of `i` and `j` are independent
    #pragma hicuda kernel covariance_data
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < m; j++)
            data[i][j] -= mean[j];
    #pragma hicuda kernel_end
    // warploom: the iterations of `i` and `j` are independent; a product, in tiles
    #pragma hicuda kernel covariance_cov thread(16, 16)
    #pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < m; i++)
        #pragma hicuda loop_partition over_tblock over_thread jam(4)
        for (int j = i; j < m; j++) {
            cov[i][j] = 0;
            #pragma hicuda stage(32: data)
            for (int k = 0; k < n; k++)
                cov[i][j] += data[k][i] * data[k][j];
            cov[i][j] /= points - 1;
            cov[j][i] = cov[i][j];
        }
    #pragma hicuda kernel_end
}

int main(void)
{
    #pragma hicuda global alloc data[*][*]
    #pragma hicuda global alloc cov[*][*] copyin
    #pragma hicuda global alloc mean[*]
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        covariance(M, N, (float)N, data, cov, mean);
        #pragma hicuda global copyout cov[*][*]
        stop("covariance", sampled(&cov[0][0], M * M));
    }
    #pragma hicuda global free data cov mean
    return result("covariance", &cov[0][0], M * M);
}
