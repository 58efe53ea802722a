// Two different operand types meet: rank, signedness and size decide the result's type.
#include <stdio.h>

#define KIND(e) _Generic((e), int: "int", unsigned: "uint", long: "long", unsigned long: "ulong", long long: "llong", \
  unsigned long long: "ullong", float: "float", double: "double", long double: "ldouble")
#define TYPES(a, b) printf("%s ", KIND((a) + (b)))

int main(void) {
  int i = -1; unsigned u = 1; long l = -1; unsigned long ul = 1; long long ll = -1; unsigned long long ull = 1;
  float f = 1; double d = 1; long double ld = 1; short s = -1;
  TYPES(i, u); TYPES(i, l); TYPES(u, l); TYPES(l, ul); TYPES(l, ll); TYPES(ul, ll); TYPES(ll, ull); TYPES(s, u); TYPES(s, s);
  printf("\n");
  TYPES(i, f); TYPES(ull, f); TYPES(f, d); TYPES(d, ld); TYPES(f, ld); TYPES(l, d);
  printf("\n");
  printf("%d %d %d\n", i < (int)u, (unsigned)i < u, (long)u > l);
  printf("%d %d\n", i > u, s > u);
  printf("%d %d\n", l > u, l > ul);
  printf("%u %ld %lu\n", i + u + 5, l + u, l + ul + 3);
  printf("%u %lu\n", u - 2, ul - 2);
  printf("%d\n", (1 ? i : u) > 0);
  printf("%s\n", KIND(1 ? i : u));
  printf("%.1f %.1f\n", i * 0.5, (u - 2) * 0.5);
  printf("%d %d\n", -7 / 2, (int)(-7 / 2u));
  printf("%d %u\n", -7 % 3, -7 % 3u);
  return 0;
}
