//@ emit: cuda cpu
//@ run: cpu
// A struct whose members hold the arrays, passed on to functions.
#include <stdio.h>
#include <stdlib.h>

struct grid { int n; float dt; float *x, *v; };

static float advance(float x, float v, const struct grid *g)
{
    return x + v * g->dt;
}

static void step(struct grid *g, int i)
{
    g->x[i] = advance(g->x[i], g->v[i], g);
}

int main(void)
{
    struct grid *g = malloc(sizeof *g);
    g->n = 40;
    g->dt = 0.5f;
    g->x = malloc(g->n * sizeof(float));
    g->v = malloc(g->n * sizeof(float));
    for (int i = 0; i < g->n; i++) {
        g->x[i] = i;
        g->v[i] = i % 3;
    }
#pragma hicuda shape g->x[g->n] g->v[g->n]
#pragma hicuda global alloc g->x[*] copyin
#pragma hicuda global alloc g->v[*] copyin
#pragma hicuda kernel move tblock(2) thread(16)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < g->n; i++) {
        g->x[i] += g->dt * g->v[i];
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout g->x[*]
#pragma hicuda global free g->x g->v
    step(g, 3);
    float total = 0;
    for (int i = 0; i < g->n; i++)
        total += g->x[i];
    printf("%g\n", total);
    return 0;
}
