// What a function leaves on the device is old in its caller.
#include <stdio.h>
static void scale(int n, float *v)
{
#pragma hicuda global alloc v[0:n-1] copyin
#pragma hicuda kernel twice tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        v[i] = 2 * v[i];
#pragma hicuda kernel_end
#pragma hicuda global free v
}
int main(void)
{
    float a[64];
    for (int i = 0; i < 64; i++)
        a[i] = i;
    scale(64, a);
    printf("%f\n", a[5]); //~ E0640 the host reads `v`
    return 0;
}
