// What a library reads must be on the device, and what it writes there must come back.
#include <stdio.h>
void scale(int n, float alpha, float *x);

int main(void)
{
    float a[64], b[64], c[64], d[64];
    for (int i = 0; i < 64; i++)
        a[i] = b[i] = c[i] = d[i] = i;
#pragma hicuda global alloc a[*]
#pragma hicuda global alloc b[*] copyin
#pragma hicuda global alloc c[*] copyin
#pragma hicuda global alloc d[*] copyin
#pragma hicuda use_device(a) //~ E0641 reads `a` on the device
    scale(64, 2, a);
    for (int i = 0; i < 64; i++)
        b[i] = 0;
#pragma hicuda use_device(b) reads(b) //~ E0641 reads `b` on the device
    scale(64, 2, b);
#pragma hicuda use_device(c)
    scale(64, 2, c);
#pragma hicuda use_device(d) reads(d)
    scale(64, 2, d);
#pragma hicuda global free a b c d
    printf("%g\n", c[3]); //~ W1045 may read an old `c`
    printf("%g\n", d[3]);
    return 0;
}
