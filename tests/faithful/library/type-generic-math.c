//@ only: gcc
//@ cflags: -lm
// tgmath.h picks the function by type; the result's type shows which.
#include <stdio.h>
#include <tgmath.h>

static float f = 2.0f;
static double d = 2.0;
static long double l = 2.0L;

int main(void) {
  printf("%zu %zu %d\n", sizeof sqrt(f), sizeof sqrt(d), sizeof sqrt(l) >= sizeof(double));
  printf("%zu %zu\n", sizeof sin(1), sizeof pow(f, f));
  printf("%.9f %.9f\n", (double)sqrt(f), sqrt(d));
  printf("%.9f %.9f\n", (double)exp(1.0f), exp(1.0));
  printf("%.3f %.3f\n", (double)fabs(-f), fabs(-2));
  printf("%.3f\n", (double)(ceil(1.2f) + floor(1.8)));
  double complex z = 3 + 4 * I;
  printf("%.3f %.3f\n", fabs(z), creal(sqrt(z)));
  printf("%zu %zu\n", sizeof fabs(z), sizeof conj(z));
  printf("%.3f %.3f\n", (double)fmax(f, 3), (double)ldexp(f, 3));
  return 0;
}
