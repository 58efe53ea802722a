// Declaration specifiers may come in any order, also after the type.
#include <stdio.h>

int typedef whole;
long unsigned static big = 7;
const int static extern_order[2] = { 1, 2 };
int long long unsigned typedef widest;
struct s { short int unsigned a; char const b; long double c; };
static whole inline twice(whole x) { return 2 * x; }
volatile const static whole both = 5;
int typedef unsigned const *const frozen;
char signed static small = -3;
double long static wide = 1.5L;

int main(void) {
  unsigned u = 4;
  frozen z = &u;
  widest w = ~(widest)0;
  struct s v = { 65535, 'x', 2.5L };
  register int const r = 11;
  auto int automatic = 12;
  printf("%lu %d %d\n", big, extern_order[0] + extern_order[1], both);
  printf("%llu %u %d\n", w, *z, twice(21));
  printf("%d %c %.2Lf\n", v.a, v.b, v.c);
  printf("%d %d %d %.1Lf\n", r, automatic, small, wide);
  return 0;
}
