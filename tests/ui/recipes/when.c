//@ run: cpu sim
//@ emit: cuda
// One kernel in several versions, by what is known at the launch: the order of the loops by their lengths, a
// condition and its opposite, two conditions, a comment and a macro in them.
#include <stdio.h>

#define FEW 8

static float a[4096], b[4096], sums[64];

// Long rows get threads along the row, short ones a thread each.
static void scale(int rows, int columns, const float *a, float *b)
{
#pragma hicuda shape a[rows][columns] b[rows][columns]
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc b[*][*]
#pragma hicuda kernel scaled tblock(16) thread(64)
#pragma hicuda when(columns >= FEW) loop_partition over_tblock
#pragma hicuda when(columns < FEW) loop_partition over_tblock over_thread
    for (int i = 0; i < rows; i++)
#pragma hicuda when(columns >= FEW) loop_partition over_thread
        for (int j = 0; j < columns; j++)
            b[i * columns + j] = 2 * a[i * columns + j] + i;
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*][*]
#pragma hicuda global free a b
}

static void add_up(int n, int m)
{
#pragma hicuda global alloc b[*] copyin
#pragma hicuda global alloc sums[*] copyin
#pragma hicuda kernel columns_added tblock(1) thread(32)
#pragma hicuda when(n < 33) loop_partition over_tblock over_thread
#pragma hicuda when(!(n < 33)) loop_partition over_tblock over_thread jam(2)
    for (int i = 0; i < n; i++) {
        float sum = 0;
#pragma hicuda when(m % 4 == 0 /* whole rounds */) unroll(4)
        for (int j = 0; j < m; j++)
            sum += b[j] * (i + 1);
        sums[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout sums[*]
#pragma hicuda global free b sums
}

// Sizes of blocks by what is known at the launch, the first line that counts; what cannot be is not asked.
static void row_sums(int rows, int columns, const float *a, float *sums)
{
#pragma hicuda global alloc a[0:rows*columns-1] copyin
#pragma hicuda global alloc sums[0:rows-1]
#pragma hicuda when(columns >= 32) kernel row_sums_wide thread(4, 32)
#pragma hicuda when(columns >= 8 && rows > 3) kernel row_sums_some thread(16, 8)
#pragma hicuda kernel row_sums_each thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < rows; i++) {
        float sum = 0;
#pragma hicuda when(columns >= 32 || columns >= 8 && rows > 3) loop_partition over_thread reduction(+: sum)
        for (int j = 0; j < columns; j++)
            sum += a[i * columns + j];
        sums[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout sums[0:rows-1]
#pragma hicuda global free a sums
}

int main(void)
{
    for (int i = 0; i < 4096; i++)
        a[i] = i % 17;
    double all = 0;
    for (int columns = 1; columns <= 64; columns += 9) {
        scale(4096 / columns, columns, a, b);
        add_up(columns, 60 + columns);
        for (int i = 0; i < 64; i++)
            all += sums[i];
        row_sums(columns, 4096 / 64, a, sums);
        row_sums(64, columns % 40, a, sums);
        for (int i = 0; i < 64; i++)
            all += sums[i] * (i + 1) + b[i * 7];
    }
    printf("%.1f\n", all);
    return 0;
}
