//@ emit: cuda
//@ fix: diff
//@ run: cpu
// A kernel without sizes that only streams has four columns for each thread, in rows of 64 threads.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 300, wrong = 0;
    int *a = malloc(sizeof(int) * n * n), *f = malloc(sizeof(int) * n);
    for (int i = 0; i < n; i++)
        f[i] = i % 5;
    for (int i = 0; i < n * n; i++)
        a[i] = i;
#pragma hicuda shape a[n][n] f[n]
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc f[*] copyin
#pragma hicuda kernel scale
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < n; j++)
            a[i * n + j] = a[i * n + j] * f[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a f
    for (int i = 0; i < n * n; i++)
        wrong += a[i] != i * (i / n % 5);
    printf("%d wrong\n", wrong);
    return 0;
}
