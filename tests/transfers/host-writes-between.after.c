// The host changes one array before each kernel; the other one stays on the device.
#include <stdio.h>
#define N 64
static float a[N], source[N];
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = 0;
    #pragma hicuda global alloc a[*] copyin
    #pragma hicuda global alloc source[*]
    for (int t = 0; t < 5; t++) {
        for (int i = 0; i < N; i++)
            source[i] = t * i;
        #pragma hicuda global copyin source[*]
        #pragma hicuda kernel feed tblock(2) thread(32)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++)
            a[i] += source[i];
        #pragma hicuda kernel_end
    }
    #pragma hicuda global copyout a[*]
    #pragma hicuda global free a source
    printf("%f %f\n", a[1], a[N - 1]);
    return 0;
}
