// A function that a pointer names is followed: here it leaves its result on the device.
#include <stdio.h>
typedef void (*step)(int *, int);
static void twice(int *p, int n)
{
#pragma hicuda kernel doubled tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < n; i++)
        p[i] *= 2;
#pragma hicuda kernel_end
}
static void host(int *p, int n)
{
    p[0] = n;
}
int main(int argc, char **argv)
{
    int a[64];
    step s = argc > 1 ? host : twice; //~ W1063
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma hicuda global alloc a[*] copyin
    s(a, 64);
#pragma hicuda global free a
    printf("%d\n", a[5]); //~ W1045 `a`
    return 0;
}
