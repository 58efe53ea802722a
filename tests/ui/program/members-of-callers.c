//@ emit: cuda cpu
//@ run: cpu
// A section of a member's array flows into functions: its bounds are said in
// the names that the function has for them.
#include <stdio.h>

struct grid {
    int *cells;
};

static void add(struct grid *g, int first, int count, int by)
{
#pragma hicuda kernel add_all tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = first; i < first + count; i++)
        g->cells[i] += by;
#pragma hicuda kernel_end
}

static void twice(struct grid *g, int from, int n)
{
    add(g, from, n, 1);
    add(g, from, n, 10);
}

int main(int argc, char **argv)
{
    int storage[64], from = 8 * argc, n = 40;
    struct grid g = { storage };
    for (int i = 0; i < 64; i++)
        storage[i] = i;
#pragma hicuda global alloc g.cells[from:from+n-1] copyin
    twice(&g, from, n);
#pragma hicuda global copyout g.cells[from:from+n-1]
#pragma hicuda global free g.cells
    printf("%d %d %d %d\n", storage[7], storage[8], storage[47], storage[48]);
    return 0;
}
