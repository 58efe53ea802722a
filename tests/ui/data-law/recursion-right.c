//@ run: cpu sim
// Functions that call themselves, directly and through each other, with kernels in them and around them; each call
// has its own variables.
#include <stdio.h>
#include <stdlib.h>
static int level, deepest;
static double results[64];
static void mirrored(double *p, int n)
{
    int half = n / 2;
    double *q;
    level++;
    deepest = level > deepest ? level : deepest;
    if (n > 8) {
        mirrored(p, half);
        mirrored(p + half, half);
    }
    q = malloc(n * sizeof *q);
    for (int i = 0; i < n; i++)
        q[i] = p[i];
#pragma hicuda global alloc p[0:n-1]
#pragma hicuda global alloc q[0:n-1] copyin
#pragma hicuda kernel mirror tblock(1) thread(32)
#pragma hicuda loop_partition over_thread
    for (int i = 0; i < n; i++)
        p[i] = q[n - 1 - i] + 0.5 * q[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout p[*]
#pragma hicuda global free p q
    free(q);
    level--;
}
static void odd(double *p, int n);
static void even(double *p, int n)
{
    double *mine = malloc(n * sizeof *mine);
    for (int i = 0; i < n; i++)
        mine[i] = p[i] + n;
    if (n > 4)
        odd(mine + 2, n - 4);
    for (int i = 0; i < n; i++)
        p[i] += mine[i];
    free(mine);
}
static void odd(double *p, int n)
{
#pragma hicuda global alloc p[0:n-1] copyin
#pragma hicuda kernel scaled tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        p[i] *= 0.5;
#pragma hicuda kernel_end
#pragma hicuda global copyout p[*]
#pragma hicuda global free p
    even(p, n);
}
int main(void)
{
    double p[64];
    for (int i = 0; i < 64; i++)
        p[i] = i % 7;
    mirrored(p, 64);
    even(p, 64);
#pragma hicuda global alloc results[*]
#pragma hicuda global alloc p[*] copyin
#pragma hicuda kernel stored tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        results[i] = p[i] * 2;
#pragma hicuda kernel_end
#pragma hicuda global copyout results[*]
#pragma hicuda global free results p
    double sum = 0;
    for (int i = 0; i < 64; i++)
        sum += results[i] * (i % 3 + 1);
    printf("%g %d\n", sum, deepest);
    return 0;
}
