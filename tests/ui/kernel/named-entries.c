//@ emit: cuda
//@ run: cpu sim
// Loops name the entries of `tblock` and `thread` that they take; one without a name takes the first that is free.
#include <stdio.h>

#define N 37
#define M 50
#define K 5

static int a[M][N], b[N][M], c[K][N][M];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            b[i][j] = i * 31 + j * 7;
#pragma hicuda global alloc a[*][*]
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*][*]
    // Rows of `b` are columns of `a`: the writes are neighbours.
#pragma hicuda kernel turned tblock(7, 3) thread(8, 16)
#pragma hicuda loop_partition over_tblock(2) over_thread(2)
    for (int i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < M; j++)
            a[j][i] = b[i][j];
#pragma hicuda kernel_end
    // The second of three, then the first that is free, then the last.
#pragma hicuda kernel cube tblock(2, 3, 4) thread(2, 4, 8)
#pragma hicuda loop_partition over_tblock(2) over_thread(2)
    for (int i = N - 1; i >= 0; i--)
#pragma hicuda loop_partition over_tblock over_thread
        for (int k = 0; k < K; k++)
#pragma hicuda loop_partition over_tblock over_thread
            for (int j = 0; j < M; j++)
                c[k][i][j] = k * 1000 + b[i][j];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global copyout c[*][*][*]
#pragma hicuda global free a b c
    long sum = 0;
    for (int k = 0; k < K; k++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < M; j++)
                sum += (long)c[k][i][j] * (k + 2 * i + 3 * j) + a[j][i] * (i - j);
    printf("%d %d %ld\n", a[49][36], c[4][36][49], sum);
    return 0;
}
