//@ run: cpu
//@ emit: cuda cpu
// Arrays from outside in which each iteration only computes: written before they are
// read, and of no use afterwards. Nothing needs to be said about them.
#include <stdio.h>
#include <string.h>
struct point { int x, y; };
int a[64], which[64], o[64];
static void fill(int x, int *t)
{
    for (int q = 0; q < 4; q++)
        t[q] = x + q;
}
static int product(int x, int *t)
{
    fill(x, t);
    return t[0] * t[3];
}
int main(void)
{
    int i, k, m = 3;
    int t[4], rows[3][4], sums[4], passed[4], table[4];
    struct point p[2];
    for (i = 0; i < 64; i++) {
        a[i] = i * 7 % 31;
        which[i] = i % 4;
    }
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc which[*] copyin
#pragma hicuda global alloc o[*] clear
#pragma hicuda kernel scratch tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < 64; i++) {
        t[0] = a[i];
        for (k = 1; k < 4; k++)
            t[k] = t[k - 1] * 2 + 1;
        for (k = 0; k < 3; k++)
            for (int j = 0; j < 4; j++)
                rows[k][j] = t[j] * k;
        memset(sums, 0, sizeof sums);
        for (int j = 0; j < 4; j++)
            for (k = 0; k < 3; k++)
                sums[j] += rows[k][j];
        for (k = 0; k < m; k++)
            table[k] = sums[k] - k;
        p[0].x = product(a[i], passed);
        p[0].y = passed[2];
        p[1].x = p[0].x - p[0].y;
        for (k = 0; k < m; k++)
            o[i] += table[k];
        o[i] += sums[which[i]] + p[1].x;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free a which o
    for (i = 0; i < 64; i++)
        printf("%d\n", o[i]);
    return 0;
}
