// Static locals keep their values; each block, function and inline copy has its own.
#include <stdio.h>

static int next(void) { static int n = 10; return n++; }
static int *cell(void) { static int v; return &v; }
static const char *nth(int i) { static const char *const names[] = { "a", "b", "c" }; return names[i % 3]; }
static int two(int which) {
  if (which) { static int n = 100; return ++n; }
  else { static int n = 200; return ++n; }
}
static int nested(int depth) { static int calls; calls++; return depth ? nested(depth - 1) : calls; }
struct config { int a; struct config *self; };
static struct config *get(void) { static struct config c = { 5, &c }; return &c; }

int main(void) {
  for (int i = 0; i < 3; i++) printf("%d ", next());
  *cell() = 7;
  ++*cell();
  printf("%d %s%s\n", *cell(), nth(1), nth(5));
  int a = two(0), b = two(1), c = two(0);
  printf("%d %d %d\n", a, b, c);
  a = nested(3), b = nested(1);
  printf("%d %d\n", a, b);
  get()->a *= 2;
  printf("%d %d\n", get()->self->a, get()->self == get());
  for (int i = 0; i < 3; i++) { static int sum; sum += i; if (i == 2) printf("%d\n", sum); }
  return 0;
}
