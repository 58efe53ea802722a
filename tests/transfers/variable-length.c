// Arrays whose lengths are parameters.
#include <stdio.h>
static void product(int n, int m, double a[n][m], double x[m], double y[n])
{
    #pragma hicuda kernel rows tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < m; j++)
            sum += a[i][j] * x[j];
        y[i] = sum;
    }
    #pragma hicuda kernel_end
}
int main(void)
{
    enum { N = 20, M = 30 };
    double a[N][M], x[M], y[N];
    for (int j = 0; j < M; j++)
        x[j] = j;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i + j;
    product(N, M, a, x, y);
    printf("%f %f\n", y[0], y[19]);
    return 0;
}
