//@ run: cpu
//@ emit: cuda
// Each iteration sets `sum` before it reads it: the order of the loops is no matter to it. What `last` is after
// the loops is the same, too: the last iteration stays the last.
#include <stdio.h>

#define N 40

static int a[N][N], b[N][N];

int main(void)
{
    int sum, last = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = (i * 7 + j * 3) % 10;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*] clear
#pragma hicuda kernel triangle tblock(2) thread(20)
#pragma hicuda permute(j, i)
    for (int i = 0; i < N; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < N; j++) {
            sum = 0;
            for (int k = 0; k < i; k++) {
                b[k][j] += a[i][k];
                sum += a[k][j];
            }
            b[i][j] = 2 * b[i][j] + sum;
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*][*]
#pragma hicuda global free a b
#pragma hicuda permute(j, i)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            last = b[i][j];
            b[i][j] = last % 100;
        }
    printf("%d %d %d\n", b[3][4], b[N - 1][N / 2], last);
    return 0;
}
