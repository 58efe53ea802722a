// What is known of `(i - 32) % 4` below a condition says nothing about `i` behind it.
#include <stdio.h>
int a[64], c[64], d[64];
int main(void) {
    int i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc c[*] copyin
#pragma hicuda kernel quotients tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < 64; i++) {
        if (i >= 32) c[i] = a[(i - 32) % 4 + 16];
        if (i < 20) a[3] = i; //~ E0630 threads collide in `a`
    }
#pragma hicuda kernel_end
#pragma hicuda kernel masks tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < 64; i++) {
        if (i >= 20) c[i] = (i - 20) & 7;
        c[i - 20] = 1; //~ E0512 leaves the array
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global copyout c[*]
#pragma hicuda global free a c
    for (i = 0; i < 64; i++) printf("%d %d\n", a[i], c[i]);
    return 0;
}
