//@ emit: cuda cpu
//@ run: cpu
// Whether two device copies are of the same memory is tested where only the run knows it, and only there.
#include <stdio.h>

static void add(int n, const int *x, int *y)
{
#pragma hicuda global alloc x[0:n-1] copyin
#pragma hicuda global alloc y[0:n-1] copyin
#pragma hicuda kernel next tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (int i = 0; i < n; i++)
        y[i] += x[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout y[0:n-1]
#pragma hicuda global free x y
}

static void apart(int n, const int *x, int *y)
{
#pragma hicuda global alloc x[0:n-1] copyin
#pragma hicuda global alloc y[0:n-1] copyin
#pragma hicuda kernel apart_next tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        y[i] += x[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout y[0:n-1]
#pragma hicuda global free x y
}

int main(int argc, char **argv)
{
    int a[130], b[65];
    for (int i = 0; i < 65; i++)
        a[i] = a[i + 65] = b[i] = i;
    add(64, argc > 5 ? a : a + 65, a);
    apart(64, b, a);
    apart(64, a + 65, a);
    printf("%d\n", a[3]);
    return 0;
}
