//@ cflags: -lm
// <complex.h>: functions on complex numbers.
#include <complex.h>
#include <stdio.h>

#ifndef CMPLX /* glibc defines these for gcc alone */
#define CMPLX(x, y) ((double)(x) + (double)(y) * I)
#define CMPLXF(x, y) ((float)(x) + (float)(y) * I)
#endif

static void show(const char *what, double complex z) { printf("%s %.4f %.4f\n", what, creal(z) + 0.0, cimag(z) + 0.0); }

int main(void) {
  double complex z = 3.0 + 4.0 * I, w = CMPLX(1.0, -0.5);
  show("sum", z + w);
  show("sqrt", csqrt(z));
  show("exp", cexp(w));
  show("log", clog(z));
  show("pow", cpow(w, 2.0));
  show("sin", csin(w));
  show("conj", conj(z));
  show("proj", cproj(w));
  printf("%.4f %.4f\n", cabs(z), carg(I));
  float complex f = CMPLXF(1.0f, 2.0f);
  printf("%.2f %.2f %.2f\n", (double)crealf(f), (double)cimagf(f), (double)cabsf(f * f));
  double complex roots[4], product = 1;
  for (int k = 0; k < 4; k++) roots[k] = cexp(2 * I * 3.14159265358979323846 * k / 4), product *= roots[k];
  show("product", product);
  _Complex double spelled = _Complex_I * _Complex_I;
  show("i*i", spelled);
  return 0;
}
