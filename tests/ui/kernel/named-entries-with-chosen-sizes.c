//@ emit: cuda
//@ run: cpu sim
// The compiler chooses the sizes for the loops that take them: the inner loop is longer and has the first entry, so that has the blocks.
#include <stdio.h>

#define N 5
#define M 500

static int a[M][N];

int main(void)
{
#pragma hicuda global alloc a[*][*] clear
#pragma hicuda kernel chosen
#pragma hicuda loop_partition over_tblock(2) over_thread(2)
    for (int i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < M; j++)
            a[j][i] = i * 1000 + j;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
    long sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            sum += (long)a[j][i] * (i - 3 * j);
    printf("%d %ld\n", a[M - 1][N - 1], sum);
    return 0;
}
