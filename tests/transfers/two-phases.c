// Kernels before and after a phase of the host.
#include <stdio.h>
#define N 64
static float a[N], b[N];
int main(void)
{
    #pragma hicuda kernel make tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        a[i] = 3 * i;
    #pragma hicuda kernel_end
    for (int i = 1; i < N; i++)
        a[i] += a[i - 1];
    #pragma hicuda kernel take tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        b[i] = a[i] - 1;
    #pragma hicuda kernel_end
    printf("%f %f\n", a[N - 1], b[N - 1]);
    return 0;
}
