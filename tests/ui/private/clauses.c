//@ run: cpu
//@ emit: cuda cpu
// `private` gives each iteration its own. With `independent` the user vouches that what
// is read was written by the same iteration.
#include <stdio.h>
struct point { int x, y; };
int a[64], order[4], o[64];
int main(void)
{
    int i, j, k, x;
    int t[4], row[8];
    struct point p;
    for (i = 0; i < 64; i++)
        a[i] = i * 7 % 31;
    for (k = 0; k < 4; k++)
        order[k] = (k + 2) % 4;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc order[*] copyin
#pragma hicuda global alloc o[*]
#pragma hicuda kernel permuted tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread private(t, x, p) independent
    for (i = 0; i < 64; i++) {
        for (k = 0; k < 4; k++)
            t[order[k]] = a[i] + k;
        if (a[i] >= 0)
            x = t[3];
        p.x = x;
        if (a[i] >= 0)
            p.y = t[1];
        o[i] = p.x * p.y;
    }
#pragma hicuda kernel_end
#pragma hicuda kernel rows tblock(4) thread(8)
#pragma hicuda loop_partition over_tblock private(row)
    for (i = 0; i < 8; i++) {
        for (k = 0; k < 8; k++)
            row[k] = a[8 * i + k] * k;
#pragma hicuda loop_partition over_thread
        for (j = 0; j < 8; j++)
            o[8 * i + j] += row[7 - j];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout o[*]
#pragma hicuda global free a order o
    for (i = 0; i < 64; i++)
        printf("%d\n", o[i]);
    return 0;
}
