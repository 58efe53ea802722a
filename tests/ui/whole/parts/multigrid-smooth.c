#include <math.h>
#include "multigrid.h"
void smooth(grid *g, int colour)
{
    int n = g->n, w = n + 2, i, j, size = w * w;
    double *u = g->u, *f = g->f;
#pragma hicuda global alloc u[0:size-1] copyin
#pragma hicuda global alloc f[0:size-1] copyin
#pragma hicuda kernel mg_smooth tblock(4, 4) thread(4, 8)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (i = 1; i <= n; i++)
#pragma hicuda loop_partition over_tblock over_thread independent
        for (j = 1; j <= n; j++)
            if (((i + j) & 1) == colour)
                u[i * w + j] = 0.25 * (u[(i - 1) * w + j] + u[(i + 1) * w + j] + u[i * w + j - 1] + u[i * w + j + 1] + f[i * w + j]);
#pragma hicuda kernel_end
#pragma hicuda global copyout u[0:size-1]
#pragma hicuda global free u f
}
void residual(grid *g)
{
    int n = g->n, w = n + 2, i, j, size = w * w;
    double *u = g->u, *f = g->f, *r = g->r;
#pragma hicuda global alloc u[0:size-1] copyin
#pragma hicuda global alloc f[0:size-1] copyin
#pragma hicuda global alloc r[0:size-1] clear //~ R2049 `r`
#pragma hicuda kernel mg_residual tblock(4, 4) thread(4, 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 1; i <= n; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (j = 1; j <= n; j++) {
            const double *c = u + i * w + j;
            r[i * w + j] = f[i * w + j] - (4 * c[0] - c[-1] - c[1] - c[-w] - c[w]);
        }
#pragma hicuda kernel_end
#pragma hicuda global copyout r[0:size-1]
#pragma hicuda global free u f r
}
double norm(const grid *g)
{
    int size = (g->n + 2) * (g->n + 2), i;
    double s = 0;
    const double *r = g->r;
#pragma hicuda global alloc r[0:size-1] copyin
#pragma hicuda kernel mg_norm tblock(8) thread(64)
#pragma hicuda loop_partition over_tblock over_thread reduction(+:s)
    for (i = 0; i < size; i++)
        s += r[i] * r[i];
#pragma hicuda kernel_end
#pragma hicuda global free r
    return sqrt(s);
}
