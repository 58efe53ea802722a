#include <stdlib.h>
#include <string.h>
#include "multigrid.h"
void smooth(grid *g, int colour);
void residual(grid *g);
static void restrict_to(const grid *fine, grid *coarse)
{
    int n = coarse->n, wc = n + 2, wf = fine->n + 2;
    double *r = fine->r, *f = coarse->f;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= n; j++) {
            int k = 2 * i * wf + 2 * j;
            f[i * wc + j] = r[k] + 0.5 * (r[k - 1] + r[k + 1] + r[k - wf] + r[k + wf])
                + 0.25 * (r[k - wf - 1] + r[k - wf + 1] + r[k + wf - 1] + r[k + wf + 1]);
        }
}
static void prolong(const grid *coarse, grid *fine)
{
    for (int i = 1; i <= fine->n; i++)
        for (int j = 1; j <= fine->n; j++) {
            int a = i / 2, b = j / 2, c = i % 2, d = j % 2;
            fine->u[AT(fine, i, j)] += 0.25 * (coarse->u[AT(coarse, a, b)] + coarse->u[AT(coarse, a + c, b)]
                + coarse->u[AT(coarse, a, b + d)] + coarse->u[AT(coarse, a + c, b + d)]);
        }
}
void mg_create(mg_t *mg, int n)
{
    for (int l = 0; l < LEVELS; l++, n /= 2) {
        grid *g = &mg->level[l];
        g->n = n;
        g->bytes = sizeof(double) * (n + 2) * (n + 2);
        g->u = calloc(1, g->bytes);
        g->f = calloc(1, g->bytes);
        g->r = calloc(1, g->bytes);
    }
    mg->depth = LEVELS;
}
void mg_destroy(mg_t *mg) { for (int l = 0; l < LEVELS; l++) { free(mg->level[l].u); free(mg->level[l].f); free(mg->level[l].r); } }
void vcycle(mg_t *mg, int l)
{
    grid *g = &mg->level[l];
    int sweeps = l == mg->depth - 1 ? 20 : 2;
    for (int s = 0; s < sweeps; s++) { smooth(g, 0); smooth(g, 1); }
    if (l == mg->depth - 1) return;
    residual(g);
    restrict_to(g, g + 1);
    memset(g[1].u, 0, g[1].bytes);
    vcycle(mg, l + 1);
    prolong(g + 1, g);
    for (int s = 0; s < 2; s++) { smooth(g, 0); smooth(g, 1); }
    residual(g);
}
