//@ run: cpu
// The host's loop says which column `k` is, so that rows and columns of `a[i * n + k]` can be told apart.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 40;
    double *a = malloc((size_t)n * n * sizeof *a);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i * n + j] = (i == j ? n : 0) + 1.0 / (1 + i + j);
#pragma hicuda shape a[n][n]
#pragma hicuda global alloc a[*][*] copyin
    for (int k = 0; k < n - 1; k++) {
#pragma hicuda kernel column tblock(1) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = k + 1; i < n; i++)
            a[i * n + k] /= a[k * n + k];
#pragma hicuda kernel_end
#pragma hicuda kernel rest tblock(3, 3) thread(16, 16)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = k + 1; i < n; i++) {
#pragma hicuda loop_partition over_tblock over_thread
            for (int j = k + 1; j < n; j++)
                a[i * n + j] -= a[i * n + k] * a[k * n + j];
        }
#pragma hicuda kernel_end
    }
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
    double trace = 0;
    for (int i = 0; i < n; i++)
        trace += a[i * n + i];
    printf("%.9f\n", trace);
    free(a);
    return 0;
}
