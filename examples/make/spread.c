// One step: each cell inside becomes the mean of its neighbours.
#include "heat.h"

void spread(float *next, const float *now, int rows, int columns)
{
#pragma hicuda kernel spread_all tblock(12, 8) thread(8, 16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < rows - 1; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 1; j < columns - 1; j++)
            next[i * columns + j] = 0.25f * (now[(i - 1) * columns + j] + now[(i + 1) * columns + j]
                                             + now[i * columns + j - 1] + now[i * columns + j + 1]);
#pragma hicuda kernel_end
}
