//@ emit: cuda cpu
//@ run: cpu
// A sparse matrix in rows: bounds read from an array, indirect subscripts.
#include <stdio.h>

#define ROWS 40
#define NNZ 200

int start[ROWS + 1], column[NNZ];
float value[NNZ], x[ROWS], y[ROWS];

int main(void)
{
    int count = 0;
    for (int i = 0; i < ROWS; i++) {
        start[i] = count;
        for (int k = 0; k < i % 6 && count < NNZ; k++, count++) {
            column[count] = (i * 7 + k * 3) % ROWS;
            value[count] = k + 1;
        }
        x[i] = i % 11;
    }
    start[ROWS] = count;
#pragma hicuda global alloc start[*] copyin
#pragma hicuda global alloc column[*] copyin
#pragma hicuda global alloc value[*] copyin
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*]
#pragma hicuda kernel multiply tblock(5) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < ROWS; i++) {
        float sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global free start column value x y
    float total = 0;
    for (int i = 0; i < ROWS; i++)
        total += y[i] * (i + 1);
    printf("%g\n", total);
    return 0;
}
