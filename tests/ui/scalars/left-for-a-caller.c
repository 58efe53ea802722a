// What a function leaves in a variable of the file is read by one that calls it, although that had set the variable itself; or through a
// pointer that points there from the beginning.
#include <stdio.h>
#define N 40
static double t, u, w;
static double *where = &w;
static double a[N], b[N], c[N];
static double twice(int i)
{
    u = a[i]; //~ E0504 `u` is lost
    return u + u;
}
static void doubles(void)
{
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc c[*]
#pragma hicuda kernel double_up tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        c[i] = twice(i);
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda kernel square tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        t = a[i]; //~ E0504 `t` is lost
        w = t + 1; //~ E0504 `w` is lost
        c[i] = t * w;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda global free a c
}
int main(void)
{
    u = 5;
    doubles();
    printf("%g\n", u);
    t = 6;
    doubles();
    printf("%g %g\n", t, *where);
    return 0;
}
