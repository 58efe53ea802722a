//@ emit: cuda cpu
//@ run: cpu
// Functions that share out work, return a value, and return early.
#include <stdio.h>
#define ROWS 12
#define LENGTH 40

float a[ROWS][LENGTH], sums[ROWS];

static float sum_of(int row)
{
    float sum = 0;
#pragma hicuda loop_partition over_thread reduction(+:sum)
    for (int j = 0; j < LENGTH; j++)
        sum += a[row][j];
    return sum / 2;
}

static void add_one(int row, int wanted)
{
    if (row % 3 != wanted)
        return;
#pragma hicuda loop_partition over_thread
    for (int j = 0; j < LENGTH; j++)
        a[row][j] += 1;
}

int main(void)
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < LENGTH; j++)
            a[i][j] = i * j % 7;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc sums[*]
#pragma hicuda kernel rows tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < ROWS; i++) {
        add_one(i, 1);
#pragma hicuda barrier
        float half = sum_of(i);
#pragma hicuda singular
        sums[i] = half + 1;
#pragma hicuda singular_end
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout sums[*]
#pragma hicuda global free a sums
    for (int i = 0; i < ROWS; i++)
        printf("%g ", sums[i]);
    printf("\n");
    return 0;
}
