// Arrays of known size: one copy around the kernel, in and out.
#include <stdio.h>
#define N 64
static float a[N], b[N];
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma hicuda kernel twice tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        b[i] = 2 * a[i];
    #pragma hicuda kernel_end
    printf("%f %f\n", b[1], b[N - 1]);
    return 0;
}
