//@ cflags: -lm
// math.h: exact results, rounding, classification macros, pointers to math functions.
#include <math.h>
#include <stdio.h>

static double integrate(double (*f)(double), double a, double b, int n) {
  double h = (b - a) / n, s = (f(a) + f(b)) / 2;
  for (int i = 1; i < n; i++) s += f(a + i * h);
  return s * h;
}
static double square(double x) { return x * x; }

int main(void) {
  printf("%.6f %.6f\n", integrate(sin, 0, M_PI, 200), integrate(square, 0, 3, 300));
  double values[] = { -2.5, -1.5, -0.5, 0.5, 1.5, 2.5 };
  for (int i = 0; i < 6; i++) printf("%g %g %g %g %g\n", floor(values[i]), ceil(values[i]), trunc(values[i]), round(values[i]), rint(values[i]));
  int e;
  double m = frexp(96.0, &e);
  printf("%g %d %g\n", m, e, ldexp(m, e));
  double ip, fp = modf(-3.25, &ip);
  printf("%g %g\n", fp, ip);
  printf("%g %g %g\n", fmod(10, 3), fmod(-10, 3), remainder(10, 4));
  printf("%.4f %.4f %.4f\n", pow(2, 10), exp(log(5)), hypot(5, 12));
  printf("%.3f %.3f\n", (double)sqrtf(2), (double)powf(2.0f, 0.5f));
  printf("%ld %ld %ld\n", lround(2.5), lround(-2.5), lrint(3.5));
  printf("%d %d %d\n", isnan(sqrt(-1.0)) != 0, isinf(exp(1000.0)) != 0, signbit(copysign(0.0, -1.0)) != 0);
  printf("%g %g\n", nextafter(1.0, 2.0) - 1.0, fdim(3, 5));
  return 0;
}
