// Arrays of structs of arrays of unions, initialised with every depth of braces.
#include <stdio.h>

struct cell { union { int i; char c[4]; } v; struct { short lo, hi; } range[2]; };
struct table { const char *name; struct cell cells[2][2]; int (*op)(int); };
static int negate(int x) { return -x; }
static int same(int x) { return x; }

static struct table tables[] = {
  { "plain", { { { { 1 }, { { 2, 3 }, { 4, 5 } } }, { { 6 } } }, { { { 7 } } } }, negate },
  { .name = "named", .op = same, .cells = { [1][1] = { .v.c = "ab", .range[1] = { 8, 9 } }, [0] = { { { 10 } }, { .range = { { 11 } } } } } },
  { .cells[0][1].range[0].hi = 12, .name = "dotted", .op = negate },
};

int main(void) {
  for (unsigned t = 0; t < sizeof tables / sizeof *tables; t++) {
    printf("%s", tables[t].name);
    for (int i = 0; i < 4; i++) {
      struct cell *c = &tables[t].cells[i / 2][i % 2];
      printf(" [%d %d %d %d %d]", c->v.i, c->range[0].lo, c->range[0].hi, c->range[1].lo, c->range[1].hi);
    }
    printf(" %d\n", tables[t].op((int)t + 1));
  }
  return 0;
}
