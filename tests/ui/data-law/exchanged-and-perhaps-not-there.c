// A copy belongs to an array: where only some paths exchange pointers while one of two arrays has a copy, a pointer may name the
// other one. Said where a kernel or a transfer first uses it, of memory, of arrays, and in called functions.
#include <stdio.h>
#include <stdlib.h>

int x[16], y[16];

void triple(int *v)
{
#pragma hicuda kernel by_callee tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 16; i++)
        v[i] = 3 * v[i]; //~ W1066 `v` may point to an array that is not on the device
#pragma hicuda kernel_end
}

int main(int argc, char **argv)
{
    int *a = malloc(16 * sizeof *a), *b = malloc(16 * sizeof *b), *s;
    int *c = malloc(16 * sizeof *c), *d = malloc(16 * sizeof *d);
    int *e = malloc(16 * sizeof *e), *f = malloc(16 * sizeof *f);
    int *p = x, *q = y;
    for (int i = 0; i < 16; i++)
        a[i] = b[i] = c[i] = d[i] = e[i] = f[i] = x[i] = y[i] = i;
#pragma hicuda global alloc a[0:15] copyin
    if (argc > 1)
        s = a, a = b, b = s;
#pragma hicuda kernel memory tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 16; i++)
        a[i] += 3; //~ W1066 `a` may point to an array that is not on the device
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#pragma hicuda global free a

#pragma hicuda global alloc p[0:15] copyin
    if (argc > 2)
        s = p, p = q, q = s;
#pragma hicuda kernel arrays tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 16; i++)
        p[i] += 3; //~ W1066 `p` may point to an array that is not on the device
#pragma hicuda kernel_end
#pragma hicuda global copyout p[*]
#pragma hicuda global free p

#pragma hicuda global alloc c[0:15] copyin
#pragma hicuda kernel before tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 16; i++)
        c[i] += 3;
#pragma hicuda kernel_end
    if (argc > 3)
        s = c, c = d, d = s;
#pragma hicuda global copyout c[*] //~ W1066 `c` may point to an array that is not on the device
#pragma hicuda global free c

#pragma hicuda global alloc e[0:15] copyin
    if (argc > 4)
        s = e, e = f, f = s;
    triple(e);
#pragma hicuda global copyout e[*] //~ W1066 `e` may point to an array that is not on the device
#pragma hicuda global free e
    printf("%d %d %d\n", a[3], c[3], e[3]);
    return 0;
}
