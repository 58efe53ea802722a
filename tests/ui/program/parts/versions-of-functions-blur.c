#include "versions-of-functions.h"

/* The weights are wherever the caller has them. */
void blur(float *out, const float *in, const float *weights, int n)
{
#pragma hicuda kernel weigh tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 2; i < n - 2; i++) {
        float sum = 0;
        for (int k = 0; k < 5; k++)
            sum += weights[k] * in[i + k - 2];
        out[i] = sum;
    }
#pragma hicuda kernel_end
}

int count(const int *cells, int n)
{
    int odd = 0;
#pragma hicuda kernel count_odd tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread reduction(+:odd)
    for (int i = 0; i < n; i++)
        odd += cells[i] % 2;
#pragma hicuda kernel_end
    return odd;
}
