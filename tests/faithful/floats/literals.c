// Floating literals: suffixes, hexadecimal, exponents, exact values.
#include <stdio.h>

#define KIND(e) _Generic((e), float: "float", double: "double", long double: "ldouble", default: "other")

int main(void) {
  printf("%s %s %s %s\n", KIND(1.0), KIND(1.f), KIND(.5L), KIND(1e3F));
  printf("%a %a %a\n", 1.0, 0.1, 1e300);
  printf("%a %a %a\n", 0x1p4, 0x.8p1, 0x1.8p-3);
  printf("%a %a\n", (double)0x1.fffffep127f, (double)0.1f);
  printf("%.20g %.20g\n", 123456789012345678.0, 3.14159265358979323846);
  printf("%g %g %g %g\n", 1., .1, 1e-310, 4.9406564584124654e-324);
  printf("%.17g %.17g\n", 0.1 + 0.2, 1.0 / 3);
  printf("%.9g %.9g\n", 0.1f + 0.2f, 1.0f / 3);
  printf("%Lg %.18Lg\n", 1.5L, 0.1L);
  printf("%g %g\n", 1e308 * 10, -1e308 * 10);
  printf("%d %d\n", -0.0 == 0.0, 1 / -0.0 < 0);
  printf("%.0f %.0f\n", 0x1p63, 1e15);
  printf("%g %g\n", 1.0e+2, 1.0E-2);
  return 0;
}
