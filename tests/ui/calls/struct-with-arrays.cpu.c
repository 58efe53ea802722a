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

#include <string.h>

// Device memory on a machine without a device: memory of its own. What was
// never copied in is filled with a pattern, so that a forgotten copy shows.
static void *hicuda_alloc(size_t bytes, const char *directive)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory) {
        fprintf(stderr, "%s: out of memory (%zu bytes)\n", directive, bytes);
        exit(EXIT_FAILURE);
    }
    return memset(memory, 0xff, bytes);
}

// struct-with-arrays.c:33: kernel move
static void move(float *restrict g_x, const float *restrict g_v, int g_n, float g_dt)
{
    #pragma omp parallel for
    for (int i = 0; i < g_n; i++) {
        g_x[i] += g_dt * g_v[i];
    }
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
    float *d_g_x = hicuda_alloc(sizeof(float) * (g->n), "struct-with-arrays.c:31: global alloc g->x[*] copyin");
    memcpy(d_g_x, g->x, sizeof(float) * (g->n));
    float *d_g_v = hicuda_alloc(sizeof(float) * (g->n), "struct-with-arrays.c:32: global alloc g->v[*] copyin");
    memcpy(d_g_v, g->v, sizeof(float) * (g->n));
    move(d_g_x, d_g_v, g->n, g->dt);
    memcpy(g->x, d_g_x, sizeof(float) * (g->n));
    free(d_g_x);
    free(d_g_v);
    step(g, 3);
    float total = 0;
    for (int i = 0; i < g->n; i++)
        total += g->x[i];
    printf("%g\n", total);
    return 0;
}
