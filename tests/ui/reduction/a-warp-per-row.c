//@ emit: cuda cpu
//@ run: cpu h200
// A sparse matrix times a vector: rows go to warps, a row's elements to lanes. Rows
// of other sizes of groups go through shared memory.
#include <stdio.h>

int start[51], column[1200];
float value[1200], x[50], y[50], z[50];

int main(void)
{
    int count = 0;
    for (int i = 0; i < 50; i++) {
        start[i] = count;
        for (int j = 0; j < 50; j += i % 5 + 1, count++) {
            column[count] = j;
            value[count] = (i + j) % 7;
        }
        x[i] = i % 3 + 0.5f;
    }
    start[50] = count;
#pragma hicuda global alloc start[*] copyin
#pragma hicuda global alloc column[*] copyin
#pragma hicuda global alloc value[*] copyin
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*]
#pragma hicuda global alloc z[*]
#pragma hicuda kernel spmv tblock(7) thread(4, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 50; i++) {
        float sum = 0;
#pragma hicuda loop_partition over_thread reduction(+: sum)
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel spmv_odd tblock(7) thread(4, 12)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 50; i++) {
        float sum = 1;
#pragma hicuda loop_partition over_thread reduction(+: sum)
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        z[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global copyout z[*]
#pragma hicuda global free start column value x y z
    for (int i = 0; i < 50; i += 3)
        printf("%g %g\n", y[i], z[i]);
    return 0;
}
