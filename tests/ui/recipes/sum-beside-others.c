//@ run: cpu sim
//@ emit: cuda
// A sum in memory is kept in a register where the loop reads other elements of its array only: `k` is above `i`. In the second
// kernel it is not known which.
#include <stdio.h>

#define N 40

static unsigned a[N][N], b[N][N], c[N][N];

static void sums(int n, int from)
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] copyin
#pragma hicuda global alloc c[*][*] copyin
#pragma hicuda kernel others tblock(2) thread(32)
#pragma hicuda permute(j, i)
    for (int i = 0; i < n; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < n; j++) {
            for (int k = i + 1; k < n; k++)
                b[i][j] += a[k][i] * b[k][j];
            b[i][j] *= 3;
        }
#pragma hicuda kernel_end
#pragma hicuda kernel perhaps_the_same tblock(2) thread(32)
#pragma hicuda permute(j, i)
    for (int i = 0; i < n; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < n; j++)
            for (int k = from; k < n; k++)
                c[i][j] += a[k][i] * c[k][j];
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*][*]
#pragma hicuda global copyout c[*][*]
#pragma hicuda global free a b c
}

int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 5 + j) % 7 - 3;
            b[i][j] = c[i][j] = (i + j * 3) % 5 - 2;
        }
    sums(37, 30);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 31 + b[i][j] * 7 + c[i][j];
    printf("%u\n", sum);
    return 0;
}
