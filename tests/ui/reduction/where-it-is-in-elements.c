//@ run: cpu sim
//@ emit: cuda
// One value and its place for each row, in arrays.
#include <stdio.h>

float a[30][70], least[30];
int at[30];

int main(void)
{
    for (int i = 0; i < 30; i++) {
        for (int j = 0; j < 70; j++)
            a[i][j] = (i * 7 + j * 3) % 11 - i % 3;
        least[i] = i % 4 - 2;
        at[i] = -i;
    }
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc least[*] copyin
#pragma hicuda global alloc at[*] copyin
#pragma hicuda kernel rows tblock(4) thread(2, 32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 30; i++) {
#pragma hicuda loop_partition over_thread reduction(min: least[i] at at[i])
        for (int j = 0; j < 70; j++)
            if (a[i][j] < least[i]) {
                least[i] = a[i][j];
                at[i] = j;
            }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout least[*]
#pragma hicuda global copyout at[*]
#pragma hicuda global free a least at
    for (int i = 0; i < 30; i++)
        printf("%g %d%c", least[i], at[i], i < 29 ? ' ' : '\n');
    return 0;
}
