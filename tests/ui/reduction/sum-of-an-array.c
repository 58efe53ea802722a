//@ emit: cuda cpu
//@ run: cpu h200
// The grid adds up; the host's variable has what it had and the sum.
#include <stdio.h>

#define N 10000

float a[N];

int main(void)
{
    int n = N - 1;
    float sum = 0.5f;
    for (int i = 0; i < N; i++)
        a[i] = (i * 7 % 13) * 0.25f;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel total tblock(24) thread(128)
#pragma hicuda loop_partition over_tblock(CYCLIC) over_thread reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
#pragma hicuda kernel_end
#pragma hicuda global free a
    printf("%g\n", sum);
    return 0;
}
