//@ emit: cuda cpu
//@ run: cpu
// Loops with barriers reduce too: each block once.
#include <stdio.h>

float a[640];

int main(void)
{
    float sum = 0, pairs[10];
    for (int i = 0; i < 640; i++)
        a[i] = i % 9;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc pairs[*]
#pragma hicuda kernel neighbours tblock(10) thread(32)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: sum)
    for (int i = 1; i < 639; i++) {
#pragma hicuda shared alloc a[i - 1:i + 1] copyin
        sum += a[i - 1] * a[i + 1];
#pragma hicuda shared remove a
    }
#pragma hicuda kernel_end
#pragma hicuda kernel by_block tblock(10) thread(32)
#pragma hicuda loop_partition over_tblock
    for (int b = 0; b < 10; b++) {
        float most = 0;
        float row[64];
#pragma hicuda shared alloc row[*]
#pragma hicuda loop_partition over_thread reduction(max: most)
        for (int j = 0; j < 64; j++) {
            row[j] = a[b * 64 + j];
#pragma hicuda barrier
            most = row[j] + b > most ? row[j] + b : most;
        }
        pairs[b] = most;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout pairs[*]
#pragma hicuda global free a pairs
    printf("%g\n", sum);
    for (int b = 0; b < 10; b++)
        printf("%g ", pairs[b]);
    printf("\n");
    return 0;
}
