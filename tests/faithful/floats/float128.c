//@ only: gcc
//@ cflags: -lm
// _Float128 / __float128 where the target has it: more than 64 bits of mantissa survive.
#include <stdio.h>

#if defined __SIZEOF_FLOAT128__
typedef __float128 quad;
#else
typedef long double quad;
#endif

static quad third(void) { return (quad)1 / 3; }

int main(void) {
  quad x = 1;
  for (int i = 0; i < 100; i++) x = x / 2;
  quad y = 1 + x;
  printf("%d %d\n", y != 1, (double)y != 1.0);
  for (int i = 0; i < 100; i++) x *= 2;
  printf("%.3f\n", (double)x);
  quad t = third() * 3 - 1;
  printf("%d %d\n", t < (quad)1e-30, t > -(quad)1e-30);
  printf("%zu %d\n", sizeof(quad), (int)(x * 7.5));
  quad a[3] = { 1.5, -2, 3 }, s = 0;
  for (int i = 0; i < 3; i++) s += a[i] * a[i];
  printf("%.2f\n", (double)s);
  return 0;
}
