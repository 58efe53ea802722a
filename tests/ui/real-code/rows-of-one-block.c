//@ emit: cuda cpu
//@ run: cpu
// Pointers to the rows of one block: the host uses them, kernels use the block.
#include <stdio.h>
#include <stdlib.h>

static float **matrix(int n, int m)
{
    float **rows = malloc(n * sizeof *rows);
    rows[0] = malloc(n * m * sizeof **rows);
    for (int i = 1; i < n; i++)
        rows[i] = rows[0] + i * m;
    return rows;
}

static void relax(float *now, float *next, int n, int m)
{
#pragma hicuda shape now[n][m] next[n][m]
#pragma hicuda global alloc now[*][*] copyin
#pragma hicuda global alloc next[*][*] copyin
#pragma hicuda kernel relaxed tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock
    for (int i = 1; i < n - 1; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 1; j < m - 1; j++)
            next[i * m + j] = (now[(i - 1) * m + j] + now[(i + 1) * m + j] + now[i * m + j]) / 4;
#pragma hicuda kernel_end
#pragma hicuda global copyout next[*][*]
#pragma hicuda global free now next
}

int main(void)
{
    int n = 18, m = 20;
    float **a = matrix(n, m), **b = matrix(n, m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = b[i][j] = i * j % 11;
    relax(a[0], b[0], n, m);
    float total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            total += b[i][j] * (i + j);
    printf("%g\n", total);
    return 0;
}
