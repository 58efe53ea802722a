//@ run: cpu
//@ also: parts/multigrid-smooth.c parts/multigrid-cycle.c
//@ flags: -Iinclude
// A hierarchy of grids: a recursive function of the host leads to kernels of other files, sizes
// are computed from a member.
#include <stdio.h>
#include "multigrid.h"
int main(void)
{
    mg_t mg;
    mg_create(&mg, 31);
    for (int i = 1; i <= 31; i++) for (int j = 1; j <= 31; j++) mg.level[0].f[AT(&mg.level[0], i, j)] = (i * j) % 5 - 2;
    for (int c = 0; c < 4; c++) { vcycle(&mg, 0); printf("cycle %d: %.6e\n", c, norm(&mg.level[0])); }
    mg_destroy(&mg);
    return 0;
}
