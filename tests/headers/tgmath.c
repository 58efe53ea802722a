//@ cflags: -lm
// <tgmath.h>: one name for every type, float to long double, real to complex.
#include <stdio.h>
#include <tgmath.h>

#define KIND(e) _Generic((e), float: "float", double: "double", long double: "ldouble", float complex: "cfloat", double complex: "cdouble", default: "other")

int main(void) {
  float f = 2.0f;
  double d = 2.0;
  long double l = 2.0L;
  float complex cf = 1.0f + 1.0f * I;
  double complex cd = 1.0 + 1.0 * I;
  printf("%s %s %s\n", KIND(sqrt(f)), KIND(sqrt(d)), KIND(sqrt(l)));
  printf("%s %s %s\n", KIND(sqrt(cf)), KIND(sqrt(cd)), KIND(sqrt(2)));
  printf("%s %s %s\n", KIND(pow(f, d)), KIND(pow(f, f)), KIND(pow(cf, f)));
  printf("%s %s\n", KIND(fabs(cd)), KIND(fabs(f)));
  printf("%.7f %.7f %.7Lf\n", (double)sin(f), sin(d), sin(l));
  printf("%.6f %.6f\n", (double)exp(f), creal(exp(cd)));
  printf("%.3f %ld %.1f\n", fmax(1.5, f), lround(2.5f), (double)floor(2.7f));
  return 0;
}
