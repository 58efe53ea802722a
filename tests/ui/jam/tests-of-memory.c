//@ emit: cuda cpu
//@ run: cpu
// What is tested is the same for all columns of a thread: it is read once, where the thread has a column. The sum that
// the program keeps in memory is in registers while the loops run.
#include <stdio.h>

#define SIDE 3

int image[40][70], mask[SIDE][SIDE], sums[40][70], bright[40];

void match(int rows, int columns)
{
#pragma hicuda global alloc image[*][*] copyin
#pragma hicuda global alloc mask[*][*] copyin
#pragma hicuda global alloc bright[*] copyin
#pragma hicuda global alloc sums[*][*] copyin
#pragma hicuda kernel matches tblock((rows + 3) / 4, (columns + 31) / 32) thread(4, 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int m = 0; m < rows; m++)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
        for (int n = 0; n < columns; n++) {
            sums[m][n] = 1;
            for (int i = 0; i < SIDE; i++)
                for (int j = 0; j < SIDE; j++) {
                    int twice = 2 * image[i + m][j + n];
                    if (mask[i][j] > 1 && bright[m] != 0)
                        sums[m][n] += twice;
                    else if (mask[i][j] != 0)
                        sums[m][n] -= image[i + m][j + n];
                }
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout sums[*][*]
#pragma hicuda global free sums image mask bright
}

int main(void)
{
    int total = 0;
    for (int i = 0; i < 40; i++) {
        bright[i] = i % 3;
        for (int j = 0; j < 70; j++)
            image[i][j] = (i * 7 + j * 5) % 11;
    }
    for (int i = 0; i < SIDE * SIDE; i++)
        mask[i / SIDE][i % SIDE] = i % 4;
    match(37, 67);
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 70; j++)
            total = total * 3 + sums[i][j];
    printf("%d\n", total);
    return 0;
}
