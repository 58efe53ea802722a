// The kernel wrote what `a` has after the exchange, in the copy that was made as `b->cells`; it is not copied out.
#include <stdio.h>
#include <stdlib.h>

struct grid {
    int n;
    int *cells;
};

int main(int argc, char **argv)
{
    int steps = argc > 1 ? atoi(argv[1]) : 2;
    struct grid *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->cells = malloc(16 * sizeof(int));
    b->cells = malloc(16 * sizeof(int));
    for (int i = 0; i < 16; i++)
        a->cells[i] = i, b->cells[i] = 2 * i;
#pragma hicuda global alloc a->cells[0:15] copyin
#pragma hicuda global alloc b->cells[0:15] copyin
    for (int t = 0; t < steps; t++) {
#pragma hicuda kernel k tblock(2) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < 16; i++)
            b->cells[i] = a->cells[i] + 1;
#pragma hicuda kernel_end
        struct grid *s = a;
        a = b;
        b = s;
    }
#pragma hicuda global copyout b->cells[0:15]
#pragma hicuda global free a->cells b->cells
    printf("%d\n", a->cells[3]); //~ W1045 the host may read an old `b->cells`
    return 0;
}
