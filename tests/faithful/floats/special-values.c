//@ cflags: -lm
// Infinities, NaN, signed zero and the comparisons they break.
#include <math.h>
#include <stdio.h>

static int order(double a, double b) { return a < b ? -1 : a > b ? 1 : a == b ? 0 : 9; }

int main(void) {
  volatile double zero = 0.0;
  double inf = 1 / zero, nan = zero / zero;
  printf("%d %d %d\n", isinf(inf) != 0, isnan(nan) != 0, isnan(inf - inf) != 0);
  printf("%d %d %d\n", nan == nan, nan != nan, !(nan < 1) && !(nan >= 1));
  printf("%d %d %d\n", order(1, inf), order(-inf, inf), order(nan, 0));
  printf("%d %d\n", signbit(-zero) != 0, -zero == zero);
  printf("%g %g\n", inf, -inf);
  printf("%d %d\n", nan ? 1 : 0, -zero ? 1 : 0);
  printf("%d %d %d\n", !nan, !inf, !zero);
  printf("%d %d\n", isgreater(nan, 1.0), isunordered(nan, 1.0));
  printf("%g %g\n", fmin(nan, 2), fmax(3, nan));
  printf("%g %g\n", copysign(2, -zero), (double)HUGE_VALF);
  float f = INFINITY;
  printf("%d %d\n", isfinite(f), fpclassify(1e-310) == FP_SUBNORMAL);
  return 0;
}
