//@ run: cpu sim
// A start that the index's type cuts off stays cut off where the number of iterations is computed.
#include <stdio.h>

static int a[4][60];

static void fill(int n, int m, long low)
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda kernel constant
#pragma hicuda loop_partition over_tblock over_thread independent
#pragma hicuda collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 9223372036854775767L; j < m; j++) //~ W1034 does not fit
            a[i][j + 41] += i + j;
#pragma hicuda kernel_end
#pragma hicuda kernel variable
#pragma hicuda loop_partition over_tblock over_thread independent
#pragma hicuda collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = low; j < m; j++)
            a[i][j] += i + 2 * j;
#pragma hicuda kernel_end
#pragma hicuda kernel plain tblock(3) thread(4)
#pragma hicuda loop_partition over_tblock over_thread
    for (int j = low; j < m; j++)
        a[0][j] += j;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*][*]
#pragma hicuda global free a
}

int main(int argc, char **argv)
{
    fill(3 + argc, 9 + argc, 4294967296L + 2 + argc);
    long sum = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 60; j++)
            sum += a[i][j] * (i + 3L * j + 1);
    printf("%ld\n", sum);
    return 0;
}
