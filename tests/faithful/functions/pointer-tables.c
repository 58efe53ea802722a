// Tables of function pointers, as members, as parameters, compared, and called in every form.
#include <stdio.h>

typedef double (*unary)(double);
static double half(double x) { return x / 2; }
static double twice(double x) { return x * 2; }
static double next(double x) { return x + 1; }
static const struct { const char *name; unary f; } table[] = { { "half", half }, { "twice", twice }, { "next", &next } };
struct machine { int state; int (*step[3])(struct machine *); };
static int go_one(struct machine *m) { return m->state = 1; }
static int go_two(struct machine *m) { return m->state = 2; }
static int go_zero(struct machine *m) { return m->state = 0; }
static unary compose_last(unary a, unary b, double x) { return a(x) > b(x) ? a : b; }
static double apply_all(unary *fs, int n, double x) { while (n--) x = (*fs++)(x); return x; }

int main(void) {
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++) printf("%s %.2f\n", table[i].name, table[i].f(3));
  struct machine m = { 0, { go_one, go_two, go_zero } };
  for (int i = 0; i < 5; i++) printf("%d ", m.step[m.state](&m));
  printf("\n%d %d\n", compose_last(half, twice, 4) == twice, compose_last(half, twice, -4) == half);
  unary chain[] = { twice, next, half, *next, &twice };
  printf("%.2f\n", apply_all(chain, 5, 1.5));
  unary f = 0;
  printf("%d %d %d\n", !f, f == NULL, chain[0] != chain[1]);
  f = *****half;
  printf("%.2f %.2f\n", f(1), (*f)(1));
  return 0;
}
