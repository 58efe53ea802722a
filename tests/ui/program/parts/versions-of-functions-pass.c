#include "versions-of-functions.h"

// Holds no directive itself.
void pass(float *out, const float *in, const float *weights, int n)
{
    blur(out, in, weights, n);
    blur(out, in, weights, n);
}

// The columns that callers hold have no name here.
void mark(int (*rows)[32])
{
#pragma hicuda kernel mark_rows tblock(4) thread(8)
#pragma hicuda loop_partition over_tblock
    for (int i = 0; i < 4; i++)
#pragma hicuda loop_partition over_thread
        for (int j = 12; j < 20; j++)
            rows[i][j] += 1; //~ W1104 cannot tell whether this access to `rows` stays inside
#pragma hicuda kernel_end
}
