//@ emit: cuda
//@ run: cpu
// An element that a loop makes of itself again and again stays in a variable while the loop runs, where
// the dependences show that the loop reads no other way to it.
#include <stdio.h>

#define N 48

static int table[N][N], other[N][N];

static void fold(int n)
{
#pragma hicuda kernel largest thread(32)
#pragma hicuda wavefront(1, 1)
    for (int i = n - 1; i >= 0; i--)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = i + 1; j < n; j++)
            for (int k = i + 1; k < j; k++)
                table[i][j] = table[i][j] >= table[i][k] + table[k + 1][j] ? table[i][j] : table[i][k] + table[k + 1][j];
#pragma hicuda kernel_end
#pragma hicuda kernel itself tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) // k = 5 reads what was just stored
            other[i][5] = (other[i][5] + 3 * other[i][k]) % 1000;
#pragma hicuda kernel_end
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            table[i][j] = (i * 7 + j * 5) % 13 - 6;
            other[i][j] = i + 2 * j;
        }
#pragma hicuda global alloc table[*][*] copyin
#pragma hicuda global alloc other[*][*] copyin
    fold(N);
#pragma hicuda global copyout table[*][*]
#pragma hicuda global copyout other[*][*]
#pragma hicuda global free table other
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = (sum * 31 + table[i][j] + 3 * other[i][j]) % 1000003;
    printf("%d\n", sum);
    return 0;
}
