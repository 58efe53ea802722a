//@ run: cpu sim
// A copy that a caller holds may be any: kernels on it keep the order of the program.
#include <stdio.h>

#define N 1024

float a[N], b[N];

static void twice(float *v)
{
#pragma hicuda kernel doubled tblock(4) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        v[i] = 2 * v[i];
#pragma hicuda kernel_end
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel fill tblock(4) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        b[i] = 1;
#pragma hicuda kernel_end
    twice(a);
    twice(b);
#pragma hicuda kernel add tblock(4) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        a[i] += b[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i];
    printf("%.0f\n", sum);
    return 0;
}
