// A pointer to the first element walks through all rows, also those that a kernel has written.
#include <stdio.h>

enum { N = 8 };

static float e[N][N], f[N][N];

static double sum(const float *v, long n)
{
    double s = 0;
    for (long i = 0; i < n; i++)
        s += v[i];
    return s;
}

int main(void)
{
#pragma hicuda global alloc e[*][*] copyin
#pragma hicuda global alloc f[*][*] copyin
#pragma hicuda kernel rows tblock(1) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++) {
            e[i][j] = e[i][j] + 1;
            f[i][j] = f[i][j] + 1;
        }
#pragma hicuda kernel_end
    // The first row is the host's as well as the device's.
    printf("%g\n", sum(&f[0][0], N));
#pragma hicuda global copyout f[*][*]
#pragma hicuda global free e f
    printf("%g %g\n", sum(&e[0][0], N * N), sum(&f[0][0], N * N)); //~ W1045 may read an old `e`
    return 0;
}
