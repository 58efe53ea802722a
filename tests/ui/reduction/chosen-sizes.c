//@ emit: cuda
//@ fix: diff
//@ run: cpu
// A reducing loop without sizes has as many blocks as keep the device busy, and they take turns.
#include <stdio.h>

int a[100000];

int main(void)
{
    int n = 100000, total = 3, most = 0;
    for (int i = 0; i < n; i++)
        a[i] = i % 1000;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel add
#pragma hicuda loop_partition over_tblock over_thread reduction(+: total)
    for (int i = 0; i < n; i++)
        total += a[i];
#pragma hicuda kernel_end
#pragma hicuda kernel largest
#pragma hicuda loop_partition over_tblock(BLOCK) over_thread reduction(max: most)
    for (int i = 0; i < 1000; i++)
        most = a[i] > most ? a[i] : most;
#pragma hicuda kernel_end
#pragma hicuda global free a
    printf("%d %d\n", total, most);
    return 0;
}
