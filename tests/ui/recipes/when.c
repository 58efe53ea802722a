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

int main(void)
{
    for (int i = 0; i < 4096; i++)
        a[i] = i % 17;
    double all = 0;
    for (int columns = 1; columns <= 64; columns += 9) {
        scale(4096 / columns, columns, a, b);
        add_up(columns, 60 + columns);
        for (int i = 0; i < 64; i++)
            all += sums[i] * (i + 1) + b[i * 7];
    }
    printf("%.1f\n", all);
    return 0;
}
