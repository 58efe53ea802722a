//@ emit: cuda cpu
//@ run: cpu
// A kernel is a function of its own and must be able to name the types it uses.
#include <stdio.h>
static struct par_type { int nx, ny; float scale; } par;
struct cells_type { float a[4]; int k; } cells[30];
typedef struct { int x; } T;
static T one = { 4 };
static const struct cs_type { int a, b; } cs = { 2, 3 };
#include <stdlib.h>
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

// structs-without-a-tag.c:16: kernel k
static inline void k_iteration(float *restrict r, const struct cells_type *restrict cells, struct par_type par, T one, const struct cs_type cs, int y)
{
    for (int x = 0; x < par.nx; x++) {
        int i = y * par.nx + x;
        r[i] = par.scale * cells[i].a[i % 4] + cells[i].k + one.x + cs.b;
    }
}

static void k(float *restrict r, const struct cells_type *restrict cells, struct par_type par, T one, const struct cs_type cs)
{
    #pragma omp parallel for
    for (int y = 0; y < par.ny; y++)
        k_iteration(r, cells, par, one, cs, y);
}

int main(void) {
    par.nx = 6; par.ny = 5; par.scale = 0.5f;
    for (int i = 0; i < 30; i++) { cells[i].k = i; for (int j = 0; j < 4; j++) cells[i].a[j] = i + j; }
    float r[30];
    struct cells_type *d_cells = hicuda_alloc(sizeof cells, "structs-without-a-tag.c:14: global alloc cells[*] copyin");
    memcpy(d_cells, cells, sizeof cells);
    float *d_r = hicuda_alloc(sizeof r, "structs-without-a-tag.c:15: global alloc r[*]");
    k(d_r, d_cells, par, one, cs);
    memcpy(r, d_r, sizeof r);
    free(d_cells);
    free(d_r);
    float s = 0; for (int i = 0; i < 30; i++) s += r[i] * (i % 5);
    printf("%g\n", s);
    return 0;
}
