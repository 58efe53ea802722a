// Only `a` is copied out: `b` is old where a kernel has written what it points to now.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int odd = argc > 1 ? atoi(argv[1]) : 2;
    int *a = malloc(16 * sizeof *a), *b = malloc(16 * sizeof *b);
    for (int i = 0; i < 16; i++)
        a[i] = i, b[i] = 2 * i;
#pragma hicuda global alloc a[0:15] copyin
#pragma hicuda global alloc b[0:15] copyin
#pragma hicuda kernel k tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 16; i++)
        a[i] += b[i];
#pragma hicuda kernel_end
    if (odd & 1) {
        int *s = a;
        a = b;
        b = s;
    }
#pragma hicuda global copyout a[0:15]
#pragma hicuda global free a b
    printf("%d\n", a[3]);
    printf("%d\n", b[3]); //~ W1045 the host may read an old `b`
    return 0;
}
