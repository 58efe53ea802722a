//@ run: cpu
// A scratch array of the kernel that each iteration fills before it reads.
#include <stdio.h>
int a[256], o[256];
int main(void) {
    int i, k;
    for (i = 0; i < 256; i++) a[i] = i * 7 % 31;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc o[*]
#pragma hicuda kernel scratch tblock(4) thread(64)
    int tmp[4];
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < 256; i++) {
        for (k = 0; k < 4; k++) tmp[k] = a[i] + k;
        int s = 0;
        for (k = 0; k < 4; k++) s += tmp[3 - k] * k;
        o[i] = s;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free a o
    printf("%d %d\n", o[0], o[3]);
    return 0;
}
