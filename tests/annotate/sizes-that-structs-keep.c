// annotate: --force
#include <stdio.h>
#include <stdlib.h>

struct cloud { size_t n; float *x, *v; };
struct grid { int w, h; double *now, *next; };

// Memory and size are set together: every cloud has `n` elements behind `x`.
static void make(struct cloud *c, size_t n)
{
    c->n = n;
    c->x = malloc(n * sizeof *c->x);
    c->v = calloc(n, sizeof *c->v);
    if (!c->x || !c->v)
        exit(1);
    for (size_t i = 0; i < n; i++)
        c->x[i] = i % 17;
}

static void pull(struct cloud *c, float dt)
{
    for (size_t i = 0; i < c->n; i++)
        c->v[i] -= dt * c->x[i];
}

static void move(struct cloud *c, float dt)
{
    for (size_t i = 0; i < c->n; i++)
        c->x[i] += dt * c->v[i];
}

// The kernel's accesses do not tell how much there is.
static struct grid *grid(int w, int h)
{
    struct grid *g = malloc(sizeof *g);
    size_t cells = (size_t)w * h;
    g->now = malloc(cells * sizeof(double));
    if (!g->now)
        return NULL;
    g->next = malloc(cells * sizeof(double));
    g->w = w;
    g->h = h;
    for (size_t i = 0; i < cells; i++)
        g->now[i] = i % 13;
    return g;
}

static void turn(struct grid *g)
{
    for (int y = 0; y < g->h; y++)
        for (int x = 0; x < g->w; x++)
            g->next[y * g->w + x] = g->now[y * g->w + (x + 1) % g->w];
    double *old = g->now;
    g->now = g->next;
    g->next = old;
}

int main(void)
{
    struct cloud c;
    make(&c, 20000);
    for (int t = 0; t < 300; t++) {
        pull(&c, 0.1f);
        move(&c, 0.1f);
    }
    double sum = 0;
    for (size_t i = 0; i < c.n; i++)
        sum += c.x[i];
    struct grid *g = grid(200, 100);
    if (!g)
        return 1;
    for (int t = 0; t < 60; t++)
        turn(g);
    printf("%.2f %.2f\n", sum, g->now[7]);
    free(c.x);
    free(c.v);
    free(g->now);
    free(g->next);
    free(g);
    return 0;
}
