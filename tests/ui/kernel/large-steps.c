//@ run: cpu sim
// Large steps, and starts that no number tells: index values beyond the end come round to the beginning.
#include <stdio.h>

static int hits[64];

static void steps(int n, unsigned first, int from, int to)
{
#pragma hicuda global alloc hits[*] copyin
#pragma hicuda kernel large_steps tblock(16) thread(32)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread independent
    for (int i = 0; i < n; i += 1 << 27)
        hits[(i >> 27) & 63]++;
#pragma hicuda kernel_end
#pragma hicuda kernel before_zero tblock(1) thread(8)
    for (unsigned k = 0; k < 2; k++)
#pragma hicuda loop_partition over_thread independent
        for (unsigned j = k - 1; j < first; j++)
            hits[16 + (j & 15)]++;
#pragma hicuda kernel_end
#pragma hicuda kernel sometimes tblock(2) thread(64)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (int i = from; i < to; i++)
        if (i < 0)
            hits[i & 63] += 7;
#pragma hicuda kernel_end
#pragma hicuda kernel outer_steps tblock(1) thread(64)
    for (int b = 0; b < n; b += 1 << 28)
#pragma hicuda loop_partition over_thread independent
        for (int i = b; i < b + 3; i++)
            hits[40 + (i & 3)]++;
#pragma hicuda kernel_end
#pragma hicuda global copyout hits[*]
#pragma hicuda global free hits
}

int main(int argc, char **argv)
{
    steps(1073741824 - argc, 2u + argc, 2147483600 + argc, 2147483640 + argc);
    for (int i = 0; i < 64; i++)
        printf("%d ", hits[i]);
    printf("\n");
    return 0;
}
