//@ run: cpu
// The same jumps, with the transfers that they need.
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
        b[i] += a[i];
#pragma hicuda kernel_end
    a[argc] = 7;
#pragma hicuda global copyin a[*]
    if (argc++ < 4)
        goto again;
#pragma hicuda global copyout b[*]
    if (argc == 77)
        goto out;
    argc++;
out:;
    printf("%d %d\n", b[3], argc);
#pragma hicuda global free a b
    return 0;
}
