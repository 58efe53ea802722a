//@ emit: cuda cpu
//@ run: cpu
// Statements before, between and after partitioned loops.
#include <stdio.h>

#define N 20
#define M 16

int a[N][M], rowsum[N], scaled[N][M];

int main(void)
{
    int bias = 3;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = i * j % 13;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc rowsum[*]
#pragma hicuda global alloc scaled[*][*]
#pragma hicuda kernel between tblock(4) thread(8)
    int twice = bias * 2;
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int j = 0; j < M; j++)
            sum += a[i][j];
        int half = sum / 2 + twice;
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < M; j++)
            scaled[i][j] = a[i][j] * half;
#pragma hicuda singular
        rowsum[i] = sum;
#pragma hicuda singular_end
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout rowsum[*]
#pragma hicuda global copyout scaled[*][*]
#pragma hicuda global free a rowsum scaled
    long total = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            total += scaled[i][j] * (j + 1) + rowsum[i];
    printf("%ld\n", total);
    return 0;
}
