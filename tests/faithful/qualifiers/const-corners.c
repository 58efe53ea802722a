// const in every position: pointers to const, const pointers, arrays, structs, returned, cast away.
#include <stdio.h>

typedef int row[3];
typedef char *text;
struct fixed { const int a; int b; const char *const s; };
static const row table[2] = { { 1, 2, 3 }, { 4, 5, 6 } };
static int sum(const row *rows, int n) { int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) s += rows[i][j]; return s; }
static const int *largest(const int *a, const int *b) { return *a > *b ? a : b; }
static const char *const names[] = { "zero", "one" };
static char const swapped_order = 'w';

int main(void) {
  int x = 1, y = 2;
  const int *p = &x;
  int *const q = &x;
  const int *const r = &y;
  const int **pp = &p;
  *q = 10;
  p = r;
  printf("%d %d %d %d\n", *p, *q, *r, **pp);
  printf("%d %d\n", sum(table, 2), *largest(&x, &y));
  const text t = (char[]){ "mut" };
  t[0] = 'M';
  printf("%s %s %c\n", t, names[1], swapped_order);
  struct fixed f = { 1, 2, "s" }, g = f;
  g.b = 5;
  printf("%d %d %s\n", g.a, g.b, g.s);
  *(int *)p = 99;
  printf("%d\n", y);
  const struct { int v[2]; } c = { { 7, 8 } };
  const int *inside = c.v + 1;
  printf("%d %zu\n", *inside, sizeof table / sizeof *table);
  return 0;
}
