//@ emit: cuda cpu
//@ run: cpu
// The smallest kernel: one loop over blocks and threads, uneven chunks.
#include <stdio.h>
#define N 1001

int main(void)
{
    float a[N], k = 3;
    for (int i = 0; i < N; i++) a[i] = i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel scale tblock(8) thread(128)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        a[i] = k * a[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    double sum = 0;
    for (int i = 0; i < N; i++) sum += a[i];
    printf("%.0f\n", sum);
    return 0;
}
