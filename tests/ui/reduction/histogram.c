//@ emit: cuda cpu
//@ run: cpu h200
// How often each value occurs: blocks count in copies of the array of their own.
#include <stdio.h>

#define N 100000

unsigned char data[N];
unsigned hist[256];

int main(void)
{
    unsigned seed = 5;
    for (int i = 0; i < N; i++) {
        seed = seed * 1664525u + 1013904223u;
        data[i] = (seed >> 24) & (seed >> 16);
    }
    for (int k = 0; k < 256; k++)
        hist[k] = k;
#pragma hicuda global alloc data[*] copyin
#pragma hicuda global alloc hist[*] copyin
#pragma hicuda kernel count tblock(12) thread(128)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread reduction(+: hist[*])
    for (int i = 0; i < N; i++)
        hist[data[i]]++;
#pragma hicuda kernel_end
#pragma hicuda global copyout hist[*]
#pragma hicuda global free data hist
    for (int k = 0; k < 256; k += 15)
        printf("%u\n", hist[k]);
    return 0;
}
