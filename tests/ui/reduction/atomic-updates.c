//@ emit: cuda cpu
//@ run: cpu
// The device's own operations, and others made by comparing and swapping.
#include <math.h>
#include <stdio.h>

int key[2000], hist[16], bits[16];
long total[16];
float weight[2000], most[16];
double product[16];

int main(void)
{
    unsigned count = 0;
    for (int i = 0; i < 2000; i++) {
        key[i] = i * 7 % 16;
        weight[i] = i % 100 * 0.5f;
    }
    for (int b = 0; b < 16; b++)
        product[b] = 1;
#pragma hicuda global alloc key[*] copyin
#pragma hicuda global alloc weight[*] copyin
#pragma hicuda global alloc hist[*] copyin
#pragma hicuda global alloc bits[*] copyin
#pragma hicuda global alloc total[*] copyin
#pragma hicuda global alloc most[*] copyin
#pragma hicuda global alloc product[*] copyin
#pragma hicuda global alloc count copyin
#pragma hicuda kernel update tblock(8) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 2000; i++) {
#pragma hicuda atomic
        hist[key[i]]++;
#pragma hicuda atomic
        total[key[i]] -= i;
#pragma hicuda atomic
        bits[key[i]] |= 1 << i % 30;
        if (i % 3 == 0) {
#pragma hicuda atomic
            count += 2;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda kernel extremes tblock(8) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 2000; i++) {
#pragma hicuda atomic
        if (weight[i] > most[key[i]])
            most[key[i]] = weight[i];
#pragma hicuda atomic
        product[key[i]] *= i % 50 ? 1 : 2;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout hist[*]
#pragma hicuda global copyout bits[*]
#pragma hicuda global copyout total[*]
#pragma hicuda global copyout most[*]
#pragma hicuda global copyout product[*]
#pragma hicuda global copyout count
#pragma hicuda global free key weight hist bits total most product count
    for (int b = 0; b < 16; b++)
        printf("%d %x %ld %g %g\n", hist[b], bits[b], total[b], most[b], product[b]);
    printf("%u\n", count);
    return 0;
}
