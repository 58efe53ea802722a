// A copy that a person made, and never brought back.
#include <stdio.h>
#define N 64
static float a[N];
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
    #pragma hicuda global alloc a[*]
    for (int t = 0; t < 3; t++) {
        #pragma hicuda kernel doubling tblock(2) thread(32)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++)
            a[i] *= 2;
        #pragma hicuda kernel_end
    }
    #pragma hicuda global free a
    printf("%f\n", a[7]);
    return 0;
}
