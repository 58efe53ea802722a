// A function without callers: all it can know is what its kernel accesses.
#include <stdio.h>
void saxpy(int n, float k, const float *x, float *y)
{
    #pragma hicuda kernel axpy tblock(4) thread(64)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        y[i] += k * x[i];
    #pragma hicuda kernel_end
}
