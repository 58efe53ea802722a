// Formatting doubles by hand: sign, digits, exponent, rounding, from the bits.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char *digits(uint64_t v, char *out) { char t[24]; int n = 0; do t[n++] = (char)('0' + v % 10); while (v /= 10); while (n) *out++ = t[--n]; *out = 0; return out; }
static const char *fixed(double x, int places) {
  static char out[4][64];
  static int turn;
  char *o = out[turn++ & 3], *start = o;
  if (x != x) return "nan";
  if (x < 0) *o++ = '-', x = -x;
  if (x > 1e15) return start[0] == '-' ? "-big" : "big";
  uint64_t scale = 1;
  for (int i = 0; i < places; i++) scale *= 10;
  uint64_t all = (uint64_t)(x * (double)scale + 0.5);
  o = digits(all / scale, o);
  if (places) { *o++ = '.'; for (uint64_t s = scale / 10, r = all % scale; s; r %= s, s /= 10) *o++ = (char)('0' + r / s); }
  *o = 0;
  return start;
}
static void parts(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  printf("%d %d %llx\n", (int)(bits >> 63), (int)(bits >> 52 & 0x7ff) - 1023, (unsigned long long)(bits & 0xfffffffffffffull));
}

int main(void) {
  const double values[] = { 0, 1.5, -2.25, 3.14159265, 1234567.891, 0.001, 1e16, -1e16, 0.5 };
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) printf("%s %s %s\n", fixed(values[i], 0), fixed(values[i], 2), fixed(values[i], 5));
  parts(1), parts(-2.5), parts(0.1), parts(1e300), parts(5e-324);
  float f = 16777217;
  printf("%s\n", fixed(f, 1));
  return 0;
}
