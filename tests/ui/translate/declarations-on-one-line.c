//@ run: cpu
// Declarations that only a kernel used go; what else is on their lines stays.
#include <stdio.h>
int a[64];
int main(void)
{
    int total = 0;
    int i; total = 5;
    float u; int k, m;
#pragma hicuda global alloc a[*]
#pragma hicuda kernel q tblock(1) thread(64)
#pragma hicuda loop_partition over_thread
    for (i = 0; i < 64; i++) { u = 2; k = i; m = k; a[i] = m * u; }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
    for (int j = 0; j < 64; j++) total += a[j];
    printf("%d\n", total);
    return 0;
}
