// Conversions between floating and integer types, and which arithmetic is done in which type.
#include <stdio.h>

static double half(int x) { return x / 2; }
static int truncated(double x) { return x; }
static float narrowed(double x) { return x; }

int main(void) {
  int i = 7;
  printf("%.2f %.2f %.2f\n", half(7), i / 2.0, (double)(i / 2));
  printf("%d %d %d\n", truncated(2.9), truncated(-2.9), (int)(0.1 + 0.2) + 1);
  printf("%.10f %.10f\n", narrowed(0.1), 0.1);
  printf("%d %d\n", 0.1f == 0.1, 0.5f == 0.5);
  i *= 1.5, printf("%d\n", i);
  i /= 0.3, printf("%d\n", i);
  i += 0.9, printf("%d\n", i);
  unsigned u = 4000000000u;
  printf("%.0f %.0f %.0f\n", (double)u, (float)u + 0.0, (double)(int)1e9);
  long long exact = 9007199254740993LL;
  printf("%lld %lld\n", exact, (long long)(double)exact);
  unsigned long long top = 0xfffffffffffff800ull;
  printf("%llu\n", (unsigned long long)(double)top);
  float f = 16777216.0f;
  f += 1;
  printf("%.1f %.1f\n", f, (double)16777217);
  short s = (short)(float)1234.56f;
  printf("%d %.3f\n", s, 10 / 4 * 2.5);
  char c = 'A' + 0.9;
  printf("%c\n", c);
  return 0;
}
