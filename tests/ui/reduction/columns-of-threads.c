//@ run: cpu
//@ emit: cuda
// Blocks share the rows out and threads the columns: each element of `y` belongs to one thread of a block, so that
// one copy for the block is enough, and the order of the sums is fixed. What a row adds up to is used again.
#include <stdio.h>

#define M 200
#define N 300

static float a[M][N], x[N], y[N], row[M];

int main(void)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (float)((i * 7 + j * 3) % 11 - 5);
    for (int j = 0; j < N; j++)
        x[j] = (float)(j % 4 - 1);
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*] copyin
#pragma hicuda global alloc row[*]
#pragma hicuda kernel columns tblock(7) thread(96)
#pragma hicuda loop_partition over_tblock reduction(+: y[*])
    for (int i = 0; i < M; i++) {
        row[i] = 0;
#pragma hicuda loop_partition over_thread reduction(+: row[i])
        for (int j = 0; j < N; j++)
            row[i] += a[i][j] * x[j];
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < N; j++)
            y[j] += a[i][j] * row[i];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global copyout row[*]
#pragma hicuda global free a x y row
    for (int j = 0; j < N; j += 37)
        printf("%g %g\n", y[j], row[j % M]);
    return 0;
}
