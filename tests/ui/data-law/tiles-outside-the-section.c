// What a block loads to shared memory comes from the device copy, and has to be in its section.
#include <stdio.h>
int a[64], b[8], c[64];
int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = b[i % 8] = i;
#pragma hicuda global alloc a[0:31] copyin
#pragma hicuda global alloc b[0:3] copyin
#pragma hicuda global alloc c[*]
#pragma hicuda kernel sums tblock(4) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        int sum = 0;
#pragma hicuda shared alloc a[i] copyin
#pragma hicuda shared alloc b[*] copyin
        for (int k = 0; k < 8; k++)
            sum += b[k]; //~ E0512 `b`
        c[i] = sum + a[i]; //~ E0512 `a`
#pragma hicuda shared remove a b
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda global free a b c
    printf("%d\n", c[5]);
    return 0;
}
