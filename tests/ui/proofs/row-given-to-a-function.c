//@ run: cpu sim
// A function gets rows, and reads and writes columns that they have: nothing is asked about rows before and behind them, however many there are.
#include <stdio.h>
#define N 12
static double cells[N][N][3], blocks[N][N][3][3];
static int size[1];
static void less(double matrix[3][3], double *from, double to[3])
{
    for (int m = 0; m < 3; m++)
        to[m] -= matrix[m][0] * from[0] + matrix[m][1] * from[1] + matrix[m][2] * from[2];
}
int main(int argc, char **argv)
{
    size[0] = argc > 5 ? N / 2 : N;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int m = 0; m < 3; m++) {
                cells[i][j][m] = i + 2 * j + m;
                for (int n = 0; n < 3; n++)
                    blocks[i][j][m][n] = (i + j + m * n) % 4;
            }
#pragma hicuda global alloc cells[*][*][*] copyin
#pragma hicuda global alloc blocks[*][*][*][*] copyin
#pragma hicuda global alloc size[*] copyin
#pragma hicuda kernel sweep tblock(2) thread(8)
    for (int i = 1; i < size[0]; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < size[0]; j++) {
            double *row = cells[i][j];
            less(blocks[i][j], cells[i - 1][j], cells[i][j]);
            row[1] += row[2];
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout cells[*][*][*]
#pragma hicuda global free cells blocks size
    printf("%g %g %g\n", cells[0][3][1], cells[5][7][1], cells[11][11][2]);
    return 0;
}
