// 16 bits cannot be compared and swapped on their own: the word around them is.
//@ emit: hip
//@ run: cpu
#include <stdio.h>
#define N 3000
unsigned short counts[7];
short lowest[3] = { 100, 100, 100 };
int main(void)
{
#pragma hicuda global alloc counts[*] copyin
#pragma hicuda global alloc lowest[*] copyin
#pragma hicuda kernel halves tblock(8) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        short value = i * 37 % 211 - 90;
#pragma hicuda atomic
        counts[i % 7] += i % 3;
#pragma hicuda atomic
        if (value < lowest[i % 3])
            lowest[i % 3] = value;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout counts[*]
#pragma hicuda global copyout lowest[*]
#pragma hicuda global free counts lowest
    for (int i = 0; i < 7; i++)
        printf("%d ", counts[i]);
    printf("%d %d %d\n", lowest[0], lowest[1], lowest[2]);
    return 0;
}
