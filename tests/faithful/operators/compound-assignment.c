// Compound assignments with mixed types: the operation in the common type, the result converted back.
#include <stdio.h>

int main(void) {
  int i = 10;
  i *= 2.75, printf("%d\n", i);
  i -= 0.5, printf("%d\n", i);
  i /= 2u, printf("%d\n", i);
  unsigned u = 5;
  u += -7, printf("%u\n", u);
  u >>= 28L, printf("%u\n", u);
  u *= 0.1f, printf("%u\n", u);
  signed char c = 100;
  c += 100, printf("%d\n", c);
  c ^= 0xff, printf("%d\n", c);
  c <<= 1, printf("%d\n", c);
  unsigned char b = 3;
  b -= 4, printf("%d\n", b);
  b *= b, printf("%d\n", b);
  b = 200, b /= -3, printf("%d\n", b);
  short s = 1000;
  s *= 100, printf("%d\n", s);
  s %= 300L, printf("%d\n", s);
  long l = 1;
  l <<= 40, l |= 5, l &= ~1, printf("%ld\n", l);
  float f = 1;
  f /= 3, f *= 3, printf("%.9g\n", f);
  f += 1e9, printf("%.9g\n", f);
  double d = 7;
  d -= 10, d /= 4, printf("%g\n", d);
  _Bool t = 0;
  t += 2, printf("%d\n", t);
  t -= 0.5, printf("%d\n", t);
  int a[3] = { 1, 2, 3 }, *p = a;
  p += 2, *p -= 5, p -= 1, *p *= *p, printf("%d %d %d\n", a[0], a[1], a[2]);
  int x = 1, y = 2, z = 3;
  x += y -= z *= 2;
  printf("%d %d %d\n", x, y, z);
  char *str = "abcdef";
  str += 3, printf("%s\n", str);
  return 0;
}
