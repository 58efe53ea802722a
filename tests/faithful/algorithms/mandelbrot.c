// Mandelbrot in fixed point and in double, drawn with characters.
#include <stdint.h>
#include <stdio.h>

#define SHIFT 12
#define FIX(x) ((int32_t)((x) * (1 << SHIFT)))
static int32_t mul(int32_t a, int32_t b) { return (int32_t)(((int64_t)a * b) >> SHIFT); }
static int fixed(int32_t cx, int32_t cy, int limit) {
  int32_t x = 0, y = 0;
  int n = 0;
  for (; n < limit; n++) {
    int32_t xx = mul(x, x), yy = mul(y, y);
    if (xx + yy > FIX(4)) break;
    y = 2 * mul(x, y) + cy;
    x = xx - yy + cx;
  }
  return n;
}
static int floating(double cx, double cy, int limit) {
  double x = 0, y = 0;
  int n = 0;
  while (n < limit && x * x + y * y <= 4) { double t = x * x - y * y + cx; y = 2 * x * y + cy, x = t; n++; }
  return n;
}

int main(void) {
  static const char shade[] = " .:-=+*#%@";
  unsigned long sum = 0;
  for (int row = 0; row < 16; row++) {
    for (int col = 0; col < 48; col++) {
      int n = fixed(FIX(-2.25) + col * FIX(3.0) / 48, FIX(-1.25) + row * FIX(2.5) / 16, 36);
      sum = sum * 37 + (unsigned long)n;
      putchar(shade[n / 4]);
    }
    putchar('\n');
  }
  printf("%lu\n", sum);
  printf("%d %d %d\n", floating(0, 0, 50), floating(1, 1, 50), floating(-0.75, 0.125, 50));
  return 0;
}
