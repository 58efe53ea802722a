//@ run: cpu
// What stands in a branch that is never taken needs no device.
#include <stdio.h>
#define DEBUG 0

int out[64];

int main(void)
{
    int count = 0;
#pragma hicuda global alloc out[*]
#pragma hicuda kernel fill tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        out[i] = i;
        if (DEBUG) {
            fprintf(stderr, "%d\n", i);
            count++;
        }
        if (sizeof(int) == 4)
            out[i] *= 3;
        else
            out[0] = count++;
        while (DEBUG)
            out[1]++;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*]
#pragma hicuda global free out
    printf("%d %d %d\n", count, out[1], out[63]);
    return 0;
}
