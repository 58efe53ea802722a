// The host may change an array between the transfers: at an index that is looked up, under a condition, in a
// function whose body is elsewhere.
#include <stdio.h>
extern void change(int *p);
int a[64], b[64], c[64], key[64];
int main(int argc, char **argv)
{
    for (int i = 0; i < 64; i++)
        a[i] = b[i] = c[i] = key[i] = i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda global alloc c[*] copyin
    for (int i = 0; i < 64; i++)
        if (key[i] % 5 == 0)
            a[i] = 1;
    change(c);
#pragma hicuda kernel use tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 32; i++)
        b[i] += a[i] //~ W1046 `a`
            + c[i]; //~ W1046 `c`
#pragma hicuda kernel_end
    for (int i = 0; i < 64; i++)
        if (key[i] % 5 == 1)
            b[i] = 3;
#pragma hicuda global copyout b[*] //~ W1153 `b`
#pragma hicuda global free a b c
    printf("%d\n", b[3]);
    return 0;
}
