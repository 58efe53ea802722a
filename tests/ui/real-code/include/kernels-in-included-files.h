#ifndef KERNELS_IN_INCLUDED_FILES_H
#define KERNELS_IN_INCLUDED_FILES_H
static inline void step(float *o, const float *a, int n)
{
#pragma hicuda kernel average tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < n - 1; i++)
        o[i] = (a[i - 1] + a[i + 1]) / 2;
#pragma hicuda kernel_end
}
#endif
