#include "same-names.h"

static float change(float x) { return x * 10; }

static const float weight[4] = { 1, 0, 1, 0 };

void second(float *a)
{
#pragma hicuda global alloc a[0:LENGTH-1] copyin
#pragma hicuda constant copyin weight[*]
#pragma hicuda kernel apply_again tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < LENGTH; i++)
        a[i] = change(a[i]) + weight[i % 4];
#pragma hicuda kernel_end
#pragma hicuda constant remove weight
#pragma hicuda global copyout a[0:LENGTH-1]
#pragma hicuda global free a
}
