// a ?: b evaluates a once and uses it when true.
#include <stdio.h>

static int calls;
static int next(int v) { calls++; return v; }
static const char *name(const char *s) { return s ?: "none"; }

int main(void) {
  printf("%d %d\n", 5 ?: 9, 0 ?: 9);
  int a = next(3) ?: next(4);
  printf("%d %d\n", a, calls);
  a = next(0) ?: next(4);
  printf("%d %d\n", a, calls);
  printf("%s %s\n", name("given"), name(0));
  int n = 0;
  printf("%d\n", n++ ?: 100);
  printf("%d\n", n++ ?: 100);
  printf("%d\n", n);
  printf("%.1f %zu\n", 0.5 ?: 2.0, sizeof('a' ?: 1L));
  int *p = 0, x = 7, *q = &x;
  printf("%d %d\n", *(p ?: q), (p ?: q) == q);
  printf("%d\n", 0 ?: 0 ?: 3 ?: 4);
  return 0;
}
