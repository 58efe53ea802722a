//@ run: cpu sim
// All bits of the elements are written by kernels: that a write keeps the bits beside its own is no read of them.
#include <stdio.h>
struct flags { unsigned a : 3; int b : 5; unsigned long c : 33; _Bool d : 1; };
static struct flags s[200];
int main(void)
{
#pragma hicuda global alloc s[*]
#pragma hicuda kernel set tblock(4) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 200; i++) {
        s[i].a = i;
        s[i].b = i % 16;
        s[i].c = (unsigned long)i << 30;
        s[i].d = i % 3;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout s[*]
#pragma hicuda global free s
    unsigned long sum = 0;
    for (int i = 0; i < 200; i++)
        sum = sum * 3 + s[i].a + s[i].b + s[i].c + s[i].d;
    printf("%lu\n", sum);
    return 0;
}
