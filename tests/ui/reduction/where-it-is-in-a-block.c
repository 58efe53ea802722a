//@ run: cpu sim
//@ emit: cuda
// Each row's smallest value and its place, by a block, by lanes of a warp, by groups of threads and by columns of
// them; the first of equal values or the last.
#include <stdio.h>
#define N 23
#define M 100

double a[N][M];
int at[4][N];
double least[4][N];

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = (i * 37 + j * 61) % 19 - 4;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc at[*][*]
#pragma hicuda global alloc least[*][*]
#pragma hicuda kernel rows tblock(5) thread(70)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < N; i++) {
        double d = 3;
        int k = -1;
#pragma hicuda loop_partition over_thread reduction(min: d at k)
        for (int j = 0; j < M; j++)
            if (a[i][j] < d) {
                d = a[i][j];
                k = j;
            }
        least[0][i] = d;
        at[0][i] = k;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel lanes tblock(2) thread(4, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        double d = -4;
        int k = 1000;
#pragma hicuda loop_partition over_thread reduction(min: d at k)
        for (int j = 0; j < M; j++)
            if (d >= a[i][j]) {
                k = j;
                d = a[i][j];
            }
        least[1][i] = d;
        at[1][i] = k;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel groups tblock(2) thread(4, 10)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        double d = -100;
        int k = -2;
#pragma hicuda loop_partition over_thread reduction(max: d at k)
        for (int j = M - 1; j >= 0; j--)
            if (a[i][j] >= d) {
                d = a[i][j];
                k = j;
            }
        least[2][i] = d;
        at[2][i] = k;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel columns tblock(2) thread(10, 4)
#pragma hicuda loop_partition over_tblock over_thread(2)
    for (int i = 0; i < N; i++) {
        double d = -100;
        int k = -2;
#pragma hicuda loop_partition over_thread(1) reduction(max: d at k)
        for (int j = 2; j < M; j += 3)
            if (a[i][j] > d) {
                d = a[i][j];
                k = j - 1;
            }
        least[3][i] = d;
        at[3][i] = k;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout at[*][*]
#pragma hicuda global copyout least[*][*]
#pragma hicuda global free a at least
    for (int v = 0; v < 4; v++)
        for (int i = 0; i < N; i++)
            printf("%g %d%c", least[v][i], at[v][i], i + 1 < N ? ' ' : '\n');
    return 0;
}
