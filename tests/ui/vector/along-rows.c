//@ emit: cuda opencl
//@ run: cpu sim
// `vector(image)` in a loop along the rows: a window of neighbours serves several iterations, above the test that they make.
#include <stdio.h>

#ifndef ROWS
#define ROWS 21
#define COLUMNS 96
#define SIDE 9
#endif

static float image[ROWS][COLUMNS], sums[ROWS - SIDE + 1][COLUMNS - SIDE + 1];
static int mask[SIDE][SIDE];

static void matched(void)
{
#pragma hicuda kernel match thread(4, 4)
#pragma hicuda loop_partition over_tblock over_thread
    for (int m = 0; m < ROWS - SIDE + 1; m++)
#pragma hicuda loop_partition over_tblock over_thread jam(8:8) vector(image)
        for (int n = 0; n < COLUMNS - SIDE + 1; n++) {
            float sum = 0;
            for (int i = 0; i < SIDE; i++)
                for (int j = 0; j < SIDE; j++)
                    if (mask[i][j] != 0)
                        sum += image[i + m][j + n];
            sums[m][n] = sum;
        }
#pragma hicuda kernel_end
}

int main(void)
{
    double sum = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            image[i][j] = (i * 37 + j * 11) % 101;
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            mask[i][j] = (i + 2 * j) % 5 != 0;
#pragma hicuda global alloc image[*][*] copyin
#pragma hicuda global alloc mask[*][*] copyin
#pragma hicuda global alloc sums[*][*]
    matched();
#pragma hicuda global copyout sums[*][*]
#pragma hicuda global free image mask sums
    for (int m = 0; m < ROWS - SIDE + 1; m++)
        for (int n = 0; n < COLUMNS - SIDE + 1; n++)
            sum += sums[m][n] * (1 + (m + n) % 3);
    printf("%g\n", sum);
    return 0;
}
