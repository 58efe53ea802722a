// `extern` in a block names the file's array.
#include <stdio.h>
int a[64], b[64];

static void set(void) { extern int a[]; a[5] = 100; }
static int get(void) { extern int b[64]; return b[7]; }

int main(void) {
    for (int i = 0; i < 64; i++) a[i] = i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
    set();
#pragma hicuda kernel k tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++) {
        extern int b[];
        b[i] = a[i]; //~ E0641 the kernel reads an old `a`
    }
#pragma hicuda kernel_end
    printf("%d\n", get()); //~ E0640 the host reads `b`
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    return 0;
}
