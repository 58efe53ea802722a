//@ cflags: -lm
// _Complex: arithmetic, parts, conversions, comparison.
#include <complex.h>
#include <stdio.h>

static double complex square(double complex z) { return z * z; }
static void show(double complex z) { printf("%.3f %.3f\n", creal(z), cimag(z)); }

int main(void) {
  double complex a = 1 + 2 * I, b = 3 - 1 * I;
  show(a + b), show(a - b), show(a * b), show(a / b);
  show(-a), show(conj(a)), show(square(a));
  show(a * 2), show(2.5 + a), show(a + 1);
  float complex f = a;
  printf("%.1f %.1f %zu\n", crealf(f), cimagf(f), sizeof f);
  double real = a;
  printf("%.1f %d %d\n", real, a == b, a == 1 + 2 * I);
  a += b, a *= I;
  show(a);
  __real__ a = 7;
  __imag__ a = -__imag__ a;
  show(a);
  show(~a);
  double complex v[2] = { 1, I };
  show(v[0] * v[1] + v[1] * v[1]);
  printf("%.3f %d\n", cabs(3 + 4 * I), a ? 1 : 0);
  long double complex l = 1.5L - 2.5Li;
  printf("%.2Lf %.2Lf\n", creall(l), cimagl(l));
  show(2.0i * 3.0);
  return 0;
}
