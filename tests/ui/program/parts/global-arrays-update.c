#include "global-arrays.h"

void update(int by)
{
#pragma hicuda kernel add tblock(ROWS) thread(COLUMNS)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < ROWS; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < COLUMNS; j++)
            if (cells[i][j] < limit)
                cells[i][j] += by;
#pragma hicuda kernel_end
}
