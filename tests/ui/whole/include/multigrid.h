#ifndef MG_H
#define MG_H
#include <stddef.h>
#define LEVELS 4
typedef struct grid {
    int n;                 /* interior points per side */
    size_t bytes;
    double *u, *f, *r;
} grid;
typedef struct { grid level[LEVELS]; int depth; } mg_t;
#define AT(g, i, j) ((i) * ((g)->n + 2) + (j))
void mg_create(mg_t *mg, int n);
void mg_destroy(mg_t *mg);
void vcycle(mg_t *mg, int l);
double norm(const grid *g);
#endif
