//@ emit: cuda cpu
//@ run: cpu
// Any length, none included; the result goes to the host, to a device copy, or is
// added up by atomic operations.
#include <stdio.h>

static int a[5000];

static void run(int n)
{
    int sum = 3, kept = 10, quick = 0, one = 7;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc kept copyin
#pragma hicuda kernel host_result tblock((n + 95) / 96) thread(96)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
#pragma hicuda kernel_end
#pragma hicuda kernel device_result tblock(12) thread(96)
#pragma hicuda loop_partition over_tblock over_thread reduction(+: kept)
    for (int i = 0; i < n; i++)
        kept += a[i];
#pragma hicuda kernel_end
#pragma hicuda kernel quick_result tblock(12) thread(96)
#pragma hicuda loop_partition over_tblock over_thread reduction(fast, +: quick)
    for (int i = 0; i < n; i++)
        quick += a[i];
#pragma hicuda kernel_end
#pragma hicuda kernel one_block tblock(1) thread(96)
#pragma hicuda loop_partition over_thread reduction(+: one)
    for (int i = 0; i < n; i++)
        one += a[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout kept
#pragma hicuda global free a kept
    printf("%d: %d %d %d %d\n", n, sum, kept, quick, one);
}

int main(void)
{
    for (int i = 0; i < 5000; i++)
        a[i] = i % 17 - 5;
    for (int n = -200; n <= 5000; n += 650)
        run(n);
    run(0);
    run(1);
    return 0;
}
