// Each function sets the variables of the file before it reads them; but their addresses are kept, and somebody reads what kernels left
// there.
#include <stdio.h>
#define N 40
static double t, w[3];
static double *kept, *keeps;
static double a[N], c[N];
static double twice(int i)
{
    t = a[i]; //~ E0504 `t` is lost
    return t + t;
}
static double weighed(int i)
{
    w[0] = a[i]; //~ E0721 no caller
    w[1] = 2;
    w[2] = 3;
    return w[0] + w[1] + w[2];
}
static void hold(void)
{
    t = 0;
    kept = &t;
    w[0] = w[1] = w[2] = 0;
    keeps = w;
}
static void work(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc c[*]
#pragma hicuda kernel double_up tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        c[i] = twice(i);
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda kernel weigh tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        c[i] = weighed(i);
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda global free a c
}
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i + 1;
    hold();
    work();
    printf("%g %g %g\n", *kept, keeps[0], c[3]);
    return 0;
}
