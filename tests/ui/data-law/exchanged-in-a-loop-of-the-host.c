//@ run: cpu
//@ args: 3
// A loop that does nothing but exchange pointers: which array is which is not known behind it, and all of both is copied.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int turns = argc > 1 ? atoi(argv[1]) : 2;
    int *first = malloc(16 * sizeof *first), *second = malloc(16 * sizeof *second);
    for (int i = 0; i < 16; i++)
        first[i] = i, second[i] = 2 * i;
    int *a = first, *b = second;
#pragma hicuda global alloc a[0:15] copyin
#pragma hicuda global alloc b[0:15] copyin
    for (int t = 0; t < turns; t++) {
        int *s = a;
        a = b;
        b = s;
    }
#pragma hicuda kernel k tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < 16; i++)
        a[i] += b[i] + 100;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:15]
#pragma hicuda global free a b
    printf("%d %d\n", first[3], second[3]);
    return 0;
}
