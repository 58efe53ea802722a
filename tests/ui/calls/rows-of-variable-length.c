//@ emit: cuda cpu
//@ run: cpu
// Parameters whose rows have a length that is known at run time, called in kernels.
#include <stdio.h>

static float sum(int n, int m, float a[n][m], int i)
{
    float s = 0;
    for (int j = 0; j < m; j++)
        s += a[i][j] - a[n - 1][j];
    return s;
}

static void scale(int m, float row[restrict static m], float factor)
{
    for (int j = 0; j < m; j++)
        row[j] *= factor;
}

static float middle(int n, int m, float a[n][m])
{
    return sum(n, m, a, n / 2) + a[n / 2][m / 2];
}

static void work(int n, int m, float a[n][m], float s[n])
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc s[*]
#pragma hicuda kernel scaling tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        scale(m, a[i], 0.5f);
#pragma hicuda kernel_end
#pragma hicuda kernel sums tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        s[i] = sum(n, m, a, i) + middle(n, m, a);
#pragma hicuda kernel_end
#pragma hicuda global copyout s[*]
#pragma hicuda global free a s
}

int main(void)
{
    float a[30][8], s[30];
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 8; j++)
            a[i][j] = i * 3 + j;
    work(30, 8, a, s);
    printf("%g %g\n", s[3], s[29]);
    return 0;
}
