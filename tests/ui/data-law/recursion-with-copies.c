// A device copy that is there while the function calls itself is of another part of the array than the one of that call.
#include <stdio.h>
static int a[64];
static void f(int *p, int n)
{
#pragma hicuda global alloc p[0:n-1] copyin
    if (n > 8)
        f(p + 1, n - 4);
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        p[i] = p[i] * 3 + i; //~ E0506 `p`
#pragma hicuda kernel_end
#pragma hicuda global copyout p[*]
#pragma hicuda global free p
}
int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = i;
    f(a, 40);
    long s = 0;
    for (int i = 0; i < 64; i++)
        s = s * 7 % 100003 + a[i];
    printf("%ld\n", s);
    return 0;
}
