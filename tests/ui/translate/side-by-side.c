//@ emit: cuda hip opencl
//@ run: cpu sim
// Two kernels that share only what they read run side by side; the third needs both.
#include <stdio.h>

#define N 4096

float c[N], a[N], b[N], sum[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        c[i] = i % 17;
#pragma hicuda global alloc c[*] copyin
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc b[*]
#pragma hicuda global alloc sum[*]
#pragma hicuda kernel left tblock(16) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        a[i] = 2 * c[i];
#pragma hicuda kernel_end
#pragma hicuda kernel right tblock(16) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        b[i] = c[i] + 1;
#pragma hicuda kernel_end
#pragma hicuda kernel again tblock(16) thread(256) nowait
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        a[i] = a[i] * a[i];
#pragma hicuda kernel_end
#pragma hicuda kernel join tblock(16) thread(256)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        sum[i] = a[i] + b[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout sum[*]
#pragma hicuda global free a b c sum
    double total = 0;
    for (int i = 0; i < N; i++)
        total += sum[i];
    printf("%.0f\n", total);
    return 0;
}
