// Each access of a volatile object is an effect of its own: kernels, which work on copies, have none, recipes do not move them,
// and directives do not read them.
#include <stdio.h>

volatile int level = 3;
volatile int samples[16];

struct device {
    volatile int status;
    int plain;
};

int main(void)
{
    int a[64];
    struct device d = { 1, 2 };
    volatile int n = 32;
    for (int i = 0; i < 64; i++)
        a[i] = i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc samples[*] copyin
#pragma hicuda kernel k tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 32; i++) {
        volatile int own = i;
        a[i] = level + own; //~ E0544 `level` is volatile
        a[i] += d.status; //~ E0544 `d` is volatile
        a[i] += samples[i % 16]; //~ E0544 `samples` is volatile
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a samples
    printf("%d %d\n", a[5], n);
    return 0;
}
