// _Bool holds 0 or 1: conversions, arithmetic, increments, bit operations, pointers.
#include <stdbool.h>
#include <stdio.h>

static bool both(bool a, bool b) { return a && b; }
static bool as_bool(int x) { return x; }
struct flags { bool a : 1; bool b : 1; bool whole; };

int main(void) {
  bool b = 5;
  printf("%d %d %d\n", b, b + b, (bool)256);
  b += 7;
  printf("%d\n", b);
  b -= 1;
  printf("%d\n", b);
  b++, b++;
  printf("%d\n", b);
  b--;
  printf("%d\n", b);
  b--;
  printf("%d\n", b);
  b |= 4, printf("%d\n", b);
  b ^= 1, printf("%d\n", b);
  b = !b, b &= 3, printf("%d\n", b);
  b *= 0.5, printf("%d\n", b);
  printf("%d %d %d\n", as_bool(2), both(2, 4), as_bool(0));
  bool set[3] = { 3, 0, -1 };
  printf("%d %d %d %zu\n", set[0], set[1], set[2], sizeof set);
  struct flags f = { 2, 0, 0.1 };
  f.b = !f.b;
  printf("%d %d %d %d\n", f.a, f.b, f.whole, true + true);
  int count = 0;
  for (int i = -2; i <= 2; i++) count += (bool)i;
  printf("%d %d\n", count, (bool)"" + !"");
  return 0;
}
