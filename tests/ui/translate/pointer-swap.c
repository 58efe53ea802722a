//@ emit: cuda cpu
//@ run: cpu
// Device copies belong to objects: they follow when pointers change places.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 64;
    int *a = calloc(n, sizeof *a), *b = calloc(n, sizeof *b);
#pragma hicuda shape a[n] b[n]
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
    for (int step = 0; step < 3; step++) {
#pragma hicuda kernel next tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < n; i++)
            b[i] = a[i] + i;
#pragma hicuda kernel_end
        int *swap = a;
        a = b;
        b = swap;
    }
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
    printf("%d %d\n", a[1], a[63]);
    free(a);
    free(b);
    return 0;
}
