//@ emit: cuda cpu
//@ run: cpu
// The sums run in all copies, also in those beyond the end, whose `scale` nobody has set: it begins as 0.
#include <stdio.h>

static int a[37], b[8], c[37];

int main(void)
{
    for (int i = 0; i < 37; i++)
        a[i] = i * 7 % 10;
    for (int k = 0; k < 8; k++)
        b[k] = k * k;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
#pragma hicuda global alloc c[*]
#pragma hicuda kernel weighted tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < 37; i++) {
        int scale = a[i];
        int sum = 0;
#pragma hicuda shared alloc b[*] copyin
#pragma hicuda barrier
        for (int k = 0; k < 8; k++)
            sum += scale * b[k];
#pragma hicuda shared remove b
        c[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout c[*]
#pragma hicuda global free a b c
    int total = 0;
    for (int i = 0; i < 37; i++)
        total += c[i] * (i + 1);
    printf("%d %d %d\n", c[1], c[36], total);
    return 0;
}
