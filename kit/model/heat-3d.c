// Heat in a cube: two sweeps a step, there and back.
#include "polybench.h"

#ifdef LARGE
enum { STEPS = 500, N = 120 };
#else
enum { STEPS = 8, N = 20 };
#endif

static float a[N][N][N], b[N][N][N];

static void set(void)
{
    // warploom: the iterations of `i`, `j` and `k` are independent
    #pragma hicuda kernel set_a thread(1, 4, 64)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < N; j++)
            #pragma hicuda loop_partition over_tblock over_thread
            for (int k = 0; k < N; k++)
                a[i][j][k] = b[i][j][k] = (float)(i + j + (N - k)) * 10 / N;
    #pragma hicuda kernel_end
}

static void heat(int steps, int n, float a[N][N][N], float b[N][N][N])
{
    for (int t = 1; t <= steps; t++) {
        // warploom: the iterations of `i`, `j` and `k` are independent
        #pragma hicuda kernel heat_b thread(1, 4, 64)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < n - 1; i++)
            #pragma hicuda loop_partition over_tblock over_thread
            for (int j = 1; j < n - 1; j++)
                #pragma hicuda loop_partition over_tblock over_thread
                for (int k = 1; k < n - 1; k++)
                    b[i][j][k] = 0.125f * (a[i + 1][j][k] - 2 * a[i][j][k] + a[i - 1][j][k]) +
                                 0.125f * (a[i][j + 1][k] - 2 * a[i][j][k] + a[i][j - 1][k]) +
                                 0.125f * (a[i][j][k + 1] - 2 * a[i][j][k] + a[i][j][k - 1]) + a[i][j][k];
        #pragma hicuda kernel_end
        // warploom: the iterations of `i`, `j` and `k` are independent
        #pragma hicuda kernel heat_a thread(1, 4, 64)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 1; i < n - 1; i++)
            #pragma hicuda loop_partition over_tblock over_thread
            for (int j = 1; j < n - 1; j++)
                #pragma hicuda loop_partition over_tblock over_thread
                for (int k = 1; k < n - 1; k++)
                    a[i][j][k] = 0.125f * (b[i + 1][j][k] - 2 * b[i][j][k] + b[i - 1][j][k]) +
                                 0.125f * (b[i][j + 1][k] - 2 * b[i][j][k] + b[i][j - 1][k]) +
                                 0.125f * (b[i][j][k + 1] - 2 * b[i][j][k] + b[i][j][k - 1]) + b[i][j][k];
        #pragma hicuda kernel_end
    }
}

int main(void)
{
    #pragma hicuda global alloc a[*][*][*] copyin
    #pragma hicuda global alloc b[*][*][*]
    for (int run = 0; run < runs(); run++) {
        set();
        start();
        heat(STEPS, N, a, b);
        #pragma hicuda global copyout a[*][*][*]
        stop("heat-3d", sampled(&a[0][0][0], (long)N * N * N));
    }
    #pragma hicuda global free a b
    return result("heat-3d", &a[0][0][0], (long)N * N * N);
}
