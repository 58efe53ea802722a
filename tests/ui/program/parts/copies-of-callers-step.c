#include "copies-of-callers.h"

void relax(float *to, const float *from, int size)
{
#pragma hicuda kernel relax_all tblock(4, 4) thread(8, 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < size - 1; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j < size - 1; j++)
            to[i * size + j] = (from[(i - 1) * size + j] + from[(i + 1) * size + j]
                                + from[i * size + j - 1] + from[i * size + j + 1]) / 4;
#pragma hicuda kernel_end
}
