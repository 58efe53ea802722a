// A function of which nothing is known gets the array: what it does there must reach the kernels.
#include <stdio.h>
#define N 64
static float a[N];
static void (*hook)(float *);
static void touch(float *p) { p[0] += 1; }
int main(void)
{
    hook = touch;
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (int t = 0; t < 3; t++) {
        #pragma hicuda kernel more tblock(2) thread(32)
        #pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++)
            a[i] += 1;
        #pragma hicuda kernel_end
        hook(a);
    }
    printf("%f %f\n", a[0], a[1]);
    return 0;
}
