// A value passed by value is read, whatever its type.
#include <stdio.h>
int main(void)
{
    int a[64];
    double d[64];
    for (int i = 0; i < 64; i++)
        a[i] = d[i] = i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc d[*] copyin
#pragma hicuda kernel scale tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 64; i++)
        a[i] *= 2, d[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda global free a d
    printf("%d\n", a[3]); //~ E0640 the host reads `a`
    printf("%f\n", d[3]); //~ E0640 the host reads `d`
    return 0;
}
