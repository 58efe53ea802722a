// What is known at a `goto` is known at its label; a jump back is a loop.
#include <stdio.h>
int a[64], b[64];
int main(int argc, char **argv)
{
    for (int i = 0; i < 64; i++)
        a[i] = b[i] = i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
again:;
#pragma hicuda kernel more tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        b[i] += a[i]; //~ W1046 `a`
#pragma hicuda kernel_end
    a[argc] = 7;
    if (argc++ < 4)
        goto again;
    if (argc == 77)
        goto out;
#pragma hicuda global copyout b[*]
out:;
    printf("%d\n", b[3]); //~ W1045 `b`
#pragma hicuda global free a b
    return 0;
}
