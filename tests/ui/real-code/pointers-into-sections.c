//@ emit: cuda cpu
//@ run: cpu
// Pointers of an iteration's own that point into a part of an array.
#include <stdio.h>
int a[64], c[64], b[8][16];
int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i * 3;
    for (int i = 0; i < 128; i++)
        b[i / 16][i % 16] = i;
#pragma hicuda global alloc a[4:63] copyin
#pragma hicuda global alloc b[2:7][*] copyin
#pragma hicuda global alloc c[*] clear
#pragma hicuda kernel k tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 8; i < 40; i++) {
        const int *centre = &a[i + 2];
        int *row = b[2 + i % 6];
        c[i] = centre[-2] * centre[-1] + row[i % 16];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda global free a c b
    long t = 0;
    for (int i = 0; i < 64; i++)
        t += c[i] * (i + 1);
    printf("%ld\n", t);
    return 0;
}
