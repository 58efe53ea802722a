// How often each byte occurs.
#include "histogram.h"

void histogram(const unsigned char data[HISTOGRAM_LENGTH], unsigned count[256])
{
#pragma hicuda global alloc data[*] copyin
#pragma hicuda global alloc count[*] copyin
#pragma hicuda kernel count_bytes tblock(528) thread(512)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread reduction(+: count[*])
    for (int i = 0; i < HISTOGRAM_LENGTH; i++)
        count[data[i]]++;
#pragma hicuda kernel_end
#pragma hicuda global copyout count[*]
#pragma hicuda global free data count
}
