//@ run: cpu sim
//@ emit: cpu
// Index values beyond the end of a loop may be more than its type holds: tiles and threads are counted in a wider one.
#include <limits.h>
#include <stdio.h>

static int out[64];
static unsigned seen;

static void tiles(int lo, int hi, unsigned from)
{
#pragma hicuda tile(16)
    for (int i = lo; i < hi; i++)
        seen = seen * 31 + (unsigned)i;
#pragma hicuda tile(16)
    for (unsigned i = from; i > 0; i -= 3)
        seen = seen * 31 + i;
#pragma hicuda unroll(4)
    for (int i = lo; i < hi; i += 3)
        seen = seen * 31 + (unsigned)i;
}

static void threads(int lo, int hi, long from, long to)
{
#pragma hicuda global alloc out[*] copyin
#pragma hicuda kernel k tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = lo; i < hi; i++)
        out[i - lo] += 1;
#pragma hicuda kernel_end
#pragma hicuda kernel m tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread
    for (long i = from; i < to; i++)
        out[i - from] += 2;
#pragma hicuda kernel_end
#pragma hicuda global copyout out[*]
#pragma hicuda global free out
}

int main(void)
{
    tiles(INT_MAX - 20, INT_MAX - 3, 36);
    threads(INT_MAX - 40, INT_MAX, LONG_MAX - 37, LONG_MAX);
    printf("%u\n", seen);
    for (int i = 0; i < 64; i++)
        printf("%d", out[i]);
    printf("\n");
    return 0;
}
