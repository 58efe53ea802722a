//@ run: cpu sim
// Loops without iterations: the distance between their ends is not what it seems in the types they are compared in.
#include <stdio.h>
#include <string.h>

static int hits[8];

static void blocks(unsigned long n, long far, unsigned u)
{
#pragma hicuda global alloc hits[*] copyin
#pragma hicuda kernel unsigned_bound tblock(6) thread(4)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (int i = 1000; i < n; i++)
        hits[i & 7] = 1;
#pragma hicuda kernel_end
#pragma hicuda kernel long_index tblock(6) thread(4)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (long i = 1000; i < n; i++)
        hits[i & 7] = 2;
#pragma hicuda kernel_end
#pragma hicuda kernel wider_bound tblock(4) thread(4)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (int i = 0; i < far; i++)
        hits[i & 7] = 3;
#pragma hicuda kernel_end
#pragma hicuda kernel both_unsigned tblock(6) thread(4)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (unsigned i = 1000; i < u; i++)
        hits[i & 7] = 4;
#pragma hicuda kernel_end
#pragma hicuda kernel least tblock(6) thread(4)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (int i = 7; i < far + 50 - (1L << 62) - (1L << 62) + (1L << 40); i++)
        hits[i & 7] = 5;
#pragma hicuda kernel_end
#pragma hicuda global copyout hits[*]
#pragma hicuda global free hits
}

int main(int argc, char **argv)
{
    blocks(2 + argc, -(1L << 40) + 49 + argc, 2u + argc);
    for (int i = 0; i < 8; i++)
        printf("%d ", hits[i]);
    printf("\n");
    return 0;
}
