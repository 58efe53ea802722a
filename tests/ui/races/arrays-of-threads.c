// An array that a kernel declares is each thread's own: what one thread puts there no other
// thread finds, with or without a barrier.
#include <stdio.h>
int a[256], o[4];
int main(void) {
    int b, t;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc o[*]
#pragma hicuda kernel k tblock(4) thread(256)
#pragma hicuda loop_partition over_tblock
    for (b = 0; b < 4; b++) {
        int tile[256];
        int own = 0;
#pragma hicuda loop_partition over_thread
        for (t = 0; t < 256; t++) tile[t] = a[t] + b; //~ E0630 threads collide in `tile`
#pragma hicuda barrier
#pragma hicuda loop_partition over_thread reduction(+: own)
        for (t = 0; t < 256; t++) own += tile[255 - t] * t;
        o[b] = own;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free a o
    printf("%d %d\n", o[0], o[3]);
    return 0;
}
