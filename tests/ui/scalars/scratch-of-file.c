//@ run: cpu sim
//@ emit: cuda
// A variable of the file that every function sets before it reads it is each iteration's own.
#include <stdio.h>
#define N 40
static double t, u;
static int rows[N];
static double a[N], b[N], c[N];
static void squares(void)
{
#pragma hicuda kernel square tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        t = a[i] + 1;
        b[i] = t * t;
    }
#pragma hicuda kernel_end
}
static double twice(int i)
{
    u = a[i];
    return u + u;
}
static void doubles(void)
{
#pragma hicuda kernel double_up tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
        if (rows[i])
            t = 3;
        else
            t = 4;
        c[i] = twice(i) + t;
    }
#pragma hicuda kernel_end
}
int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i;
        rows[i] = i % 3 == 0;
    }
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc rows[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda global alloc c[*]
    squares();
    doubles();
#pragma hicuda global copyout b[*]
#pragma hicuda global copyout c[*]
#pragma hicuda global free a b c rows
    printf("%g %g %g\n", b[7], c[8], c[9]);
    return 0;
}
