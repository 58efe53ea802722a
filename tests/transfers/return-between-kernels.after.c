// A function that is called once, and may return between its kernels.
#include <stdio.h>
#define N 64
static int fill(float *a, int n, int mode)
{
    #pragma hicuda global alloc a[0:n-1] copyin
    #pragma hicuda kernel first tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] = i;
    #pragma hicuda kernel_end
    #pragma hicuda global copyout a[*]
    #pragma hicuda global free a
    if (mode == 1)
        return 1;
    #pragma hicuda global alloc a[0:n-1] copyin
    #pragma hicuda kernel second tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        a[i] *= 2;
    #pragma hicuda kernel_end
    #pragma hicuda global copyout a[*]
    #pragma hicuda global free a
    return 2;
}
int main(int argc, char **argv)
{
    float a[N];
    int done = fill(a, N, argc);
    printf("%d %f\n", done, a[5]);
    return 0;
}
