// Without `copyin` the first value an update reads is nobody's; after `clear` it is zero.
#include <stdio.h>
int main(void)
{
    int a[64], b[64], c[64];
    for (int i = 0; i < 64; i++)
        a[i] = b[i] = i, c[i] = 0;
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc b[*] clear
#pragma hicuda global alloc c[*] clear
#pragma hicuda kernel count tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] = a[i] + 1, b[i] += a[i], c[i] += b[i];
#pragma hicuda kernel_end //~^ E0641 nothing was copied
//~^^ E0696 reads zeros of `b`
#pragma hicuda global copyout a[*]
#pragma hicuda global copyout b[*]
#pragma hicuda global copyout c[*]
#pragma hicuda global free a b c
    printf("%d %d %d\n", a[40], b[5], c[6]);
    return 0;
}
