// va_copy, passing a va_list to other functions, and many arguments beyond the registers.
#include <stdarg.h>
#include <stdio.h>

static double mean(int n, va_list ap) {
  double s = 0;
  for (int i = 0; i < n; i++) s += va_arg(ap, double);
  return s / n;
}

static double variance(int n, ...) {
  va_list first, second;
  va_start(first, n);
  va_copy(second, first);
  double m = mean(n, first), v = 0;
  va_end(first);
  for (int i = 0; i < n; i++) { double d = va_arg(second, double) - m; v += d * d; }
  va_end(second);
  return v / n;
}

static long mixed(int n, ...) {
  va_list ap;
  long s = 0;
  va_start(ap, n);
  for (int i = 0; i < n; i++) s = s * 3 + (i % 2 ? (long)va_arg(ap, double) : va_arg(ap, long));
  va_end(ap);
  return s;
}

static int two_from(va_list *ap) { int a = va_arg(*ap, int); return a * 100 + va_arg(*ap, int); }
static int via_pointer(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int r = 0;
  while (n--) r += two_from(&ap);
  va_end(ap);
  return r;
}
static int format(char *out, size_t n, const char *f, ...) { va_list ap; va_start(ap, f); int r = vsnprintf(out, n, f, ap); va_end(ap); return r; }

int main(void) {
  printf("%.3f\n", variance(12, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0));
  printf("%ld\n", mixed(14, 1L, 2.0, 3L, 4.0, 5L, 6.0, 7L, 8.0, 9L, 10.0, 11L, 12.0, 13L, 14.0));
  printf("%d\n", via_pointer(3, 1, 2, 3, 4, 5, 6));
  char out[16];
  printf("%d ", format(out, sizeof out, "%05d|%-6s|%+.1f", 42, "left", 2.25));
  printf("%s\n", out);
  return 0;
}
