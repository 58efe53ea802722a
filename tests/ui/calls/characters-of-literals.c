//@ run: cpu
//@ emit: cuda opencl
// Literals are in the device's memory too: a kernel may index one, and a pointer to constant characters may lead to several.
#include <stdio.h>
char text[16];
int lengths[16];
static int length(const char *s)
{
    int n = 0;
    while (*s++)
        n++;
    return n;
}
int main(void)
{
#pragma hicuda global alloc text[*]
#pragma hicuda global alloc lengths[*]
#pragma hicuda kernel digits tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 16; i++) {
        const char *names = i & 1 ? "fedcba9876543210" : "ABCDEFGHIJKLMNOP";
        text[i] = i < 8 ? "0123456789abcdef"[i] : names[i];
        lengths[i] = length(i < 4 ? "short" : "long text");
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout text[*]
#pragma hicuda global copyout lengths[*]
#pragma hicuda global free text lengths
    printf("%.16s %d %d\n", text, lengths[3], lengths[4]);
    return 0;
}
