// The sum of many numbers.
#include "sum.h"

SUM_TYPE sum(const SUM_TYPE a[SUM_LENGTH])
{
    SUM_TYPE total = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel add_up tblock(1056) thread(256)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread reduction(+: total)
    for (int i = 0; i < SUM_LENGTH; i++)
        total += a[i];
#pragma hicuda kernel_end
#pragma hicuda global free a
    return total;
}
