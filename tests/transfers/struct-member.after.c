// An array behind a member of a struct.
#include <stdio.h>
#include <stdlib.h>
struct grid {
    int cells;
    float *heat;
};
static void warm(struct grid *g)
{
    #pragma hicuda kernel warming tblock(2) thread(32)
    #pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < g->cells; i++)
        g->heat[i] += 1;
    #pragma hicuda kernel_end
}
int main(void)
{
    struct grid g;
    g.cells = 50;
    g.heat = calloc(g.cells, sizeof(float));
    #pragma hicuda shape g.heat[g.cells]
    #pragma hicuda global alloc g.heat[*] copyin
    for (int t = 0; t < 3; t++)
        warm(&g);
    #pragma hicuda global copyout g.heat[*]
    #pragma hicuda global free g.heat
    printf("%f\n", g.heat[49]);
    return 0;
}
