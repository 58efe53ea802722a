//@ emit: cuda cpu
//@ run: cpu
// Host data is sent again, into the same device copy, each round.
#include <stdio.h>

int a[16], sums[16];

int main(void)
{
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc sums[*] clear
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 16; i++)
            a[i] = i * round;
#pragma hicuda global copyin a[*]
#pragma hicuda kernel add tblock(1) thread(16)
#pragma hicuda loop_partition over_thread
        for (int i = 0; i < 16; i++)
            sums[i] += a[i];
#pragma hicuda kernel_end
    }
#pragma hicuda global copyout sums[*]
#pragma hicuda global free a sums
    printf("%d %d\n", sums[1], sums[15]);
    return 0;
}
