//@ emit: cuda cpu
//@ run: cpu
// Arrays whose extents are other parameters, `static` and `restrict` inside the
// brackets.
#include <stdio.h>
#include <stdlib.h>

static void relax(int n, int m, float to[n][m], float from[static restrict n][m])
{
#pragma hicuda global alloc from[*][*] copyin
#pragma hicuda global alloc to[*][*] clear //~ R2049 `to`
#pragma hicuda kernel relaxed tblock(2,2) thread(4,8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < n - 1; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j < m - 1; j++)
            to[i][j] = (from[i][j - 1] + from[i][j + 1] + from[i - 1][j] + from[i + 1][j]) / 4;
#pragma hicuda kernel_end
#pragma hicuda global copyout to[*][*]
#pragma hicuda global free from to
}

int main(int argc, char **argv)
{
    int n = argc > 5 ? atoi(argv[1]) : 9, m = n + 6;
    float (*a)[m] = malloc(n * sizeof *a), (*b)[m] = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i * j % 7;
    relax(n, m, b, a);
    float total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            total += b[i][j] * (i - j);
    printf("%g\n", total);
    return 0;
}
