//@ run: cpu
// What the threads of a block put into shared memory is complete before a loop
// without braces that reduces reads it: the barrier that R2040 speaks of is there.
#include <stdio.h>
int a[1024], o[4], tile[256];
int main(void) {
    int b, t;
    for (t = 0; t < 1024; t++) a[t] = t * 7 % 31;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc o[*]
#pragma hicuda global alloc tile[*]
#pragma hicuda kernel sums tblock(4) thread(256)
#pragma hicuda loop_partition over_tblock
    for (b = 0; b < 4; b++) {
        int own = 0;
#pragma hicuda shared alloc tile[*]
#pragma hicuda loop_partition over_thread
        for (t = 0; t < 256; t++) tile[t] = a[b * 256 + t] + b;
#pragma hicuda loop_partition over_thread reduction(+: own)
        for (t = 0; t < 256; t++) own += tile[255 - t] * t;
#pragma hicuda shared remove tile
        o[b] = own;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free a o tile
    for (b = 0; b < 4; b++) printf("%d\n", o[b]);
    return 0;
}
