//@ cflags: -lm
// <math.h>: functions, constants, classification.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

int main(void) {
  printf("%.6f %.6f %.6f\n", sin(1.0), cos(1.0), tan(0.5));
  printf("%.6f %.6f %.6f\n", asin(0.5), acos(0.5), atan2(1.0, -1.0));
  printf("%.6f %.6f %.6f\n", exp(1.0), log(10.0), log10(1000.0));
  printf("%.6f %.6f %.6f\n", pow(2.0, 0.5), sqrt(2.0), cbrt(27.0));
  printf("%.1f %.1f %.1f %.1f %.1f\n", floor(-1.5), ceil(-1.5), trunc(-1.5), round(-1.5), rint(2.5));
  printf("%.2f %.2f %.2f\n", fmod(7.5, 2.0), fabs(-3.25), hypot(3, 4));
  double whole;
  int exponent;
  double part = modf(3.75, &whole);
  printf("%.2f %.2f\n", part, whole);
  part = frexp(48.0, &exponent);
  printf("%.3f %d %.1f\n", part, exponent, ldexp(0.75, 6));
  printf("%ld %lld %d\n", lround(2.6), llrint(3.2), ilogb(1024.0));
  printf("%.5f %.5f\n", M_PI, M_E);
  printf("%d %d %d %d\n", isnan(NAN) != 0, isinf(INFINITY) != 0, isfinite(1.0) != 0, signbit(-1.0f) != 0);
  printf("%d %d\n", HUGE_VAL > 1e308, fpclassify(0.0) == FP_ZERO);
  printf("%.4f %.4Lf %.4f\n", sqrtf(2.0f), sqrtl(2.0L), fma(2.0, 3.0, 4.0));
  printf("%.4f %.4f %.4f\n", erf(0.5), tgamma(5.0), fdim(5.0, 3.0));
  return 0;
}
