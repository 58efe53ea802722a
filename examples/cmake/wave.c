// One step of the wave equation. The arrays are members of the caller's struct,
// and the caller has them on the device.
#include "wave.h"

void advance(struct string *s, double squared_speed)
{
#pragma hicuda kernel advance_all tblock(8) thread(128)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < POINTS - 1; i++)
        s->after[i] = 2 * s->now[i] - s->before[i]
                      + squared_speed * (s->now[i - 1] - 2 * s->now[i] + s->now[i + 1]);
#pragma hicuda kernel_end
}
