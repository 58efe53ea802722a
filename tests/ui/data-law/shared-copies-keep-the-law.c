// A copy in shared memory is read before anything is there, and one is never brought back.
#include <stdio.h>
int main(void)
{
    int a[64], b[64];
    for (int i = 0; i < 64; i++)
        a[i] = i, b[i] = 0;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
#pragma hicuda shared alloc a[i]
#pragma hicuda shared alloc b[i] copyin
        b[i] = b[i] + a[i]; //~ E0641 nothing was copied there
#pragma hicuda shared remove a b
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    printf("%d\n", b[5]); //~ E0640 only in shared memory
    return 0;
}
