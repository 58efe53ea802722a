// Of a program that is too large to be followed copies are right that depend on nothing around them; a missing `copyout` of
// another one cannot be told from one that is not needed.
#include <stdio.h>
#define TEN(x) x x x x x x x x x x
static int a[64], b[64], n = 1;
static void change(void)
{
    TEN(TEN(n ^= 1; n += 3; n -= 1; n |= 2;))
}
int main(void)
{
    TEN(TEN(TEN(change();)))
#pragma hicuda global alloc a[*] copyin
#pragma hicuda kernel alone tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] += n;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel lost tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        b[i] += n;
#pragma hicuda kernel_end
#pragma hicuda global free b //~ W1067
    printf("%d %d\n", a[5], b[5]);
    return 0;
}
