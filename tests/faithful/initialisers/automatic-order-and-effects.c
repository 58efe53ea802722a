// Automatic initialisers with calls: each evaluated once, later declarations see earlier ones.
#include <stdio.h>

static int calls;
static int next(void) { return ++calls; }
static int traced(const char *what, int v) { printf("%s=%d ", what, v); return v; }

int main(void) {
  int a = next(), b = next() * 10, c = a + b;
  printf("%d %d %d\n", a, b, c);
  int once[3] = { [1] = next() };
  printf("%d %d %d %d\n", once[0], once[1], once[2], calls);
  int x = traced("x", 1), y = traced("y", x + 1);
  printf("%d %d\n", x, y);
  for (int i = 0; i < 3; i++) {
    int fresh[2] = { i }, kept = fresh[0] + fresh[1];
    static int total = 100;
    total += kept;
    fresh[1] = 99;
    printf("%d %d\n", kept, total);
  }
  int self = sizeof self, *to_self = &self;
  printf("%d %d\n", self, *to_self == self);
  struct { int n; int *p; } link = { 5, &link.n };
  *link.p += 1;
  printf("%d\n", link.n);
  return 0;
}
