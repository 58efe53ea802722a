// A function that may return before its kernel, and between two of them.
#include <stdio.h>
#define N 64
static int fill(float *a, int n, int mode)
{
    if (mode == 0)
        return 0;
    #pragma hicuda kernel first tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma hicuda kernel_end
    if (mode == 1) {
        return 1;
    }
    #pragma hicuda kernel second tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] *= 2;
    #pragma hicuda kernel_end
    return 2;
}
int main(void)
{
    float a[N] = { 0 };
    for (int mode = 0; mode < 3; mode++) {
        int done = fill(a, N, mode);
        printf("%d %f\n", done, a[5]);
    }
    return 0;
}
