//@ emit: cuda
//@ run: cpu
// A statement that is run once for all copies stands between one that sets a variable of each copy and one that uses
// it: the variable is kept for all of them.
#include <stdio.h>

float a[16][8], y[16];

int main(void)
{
    for (int i = 0; i < 16; i++)
        for (int k = 0; k < 8; k++)
            a[i][k] = i + k * 0.5f;
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc y[*]
#pragma hicuda kernel weighted tblock(2) thread(2)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < 16; i++) {
        float sum = 0;
        int weight = 1;
        for (int k = 0; k < 8; k++) {
            float value = a[i][k];
            weight = weight * 2;
            sum += value * weight;
        }
        y[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global free a y
    for (int i = 0; i < 16; i++)
        printf("%g ", y[i]);
    printf("\n");
    return 0;
}
