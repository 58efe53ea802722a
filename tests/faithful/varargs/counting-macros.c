// Variadic macros in front of variadic functions: the argument count is counted by the preprocessor.
#include <stdarg.h>
#include <stdio.h>

#define NARGS(...) NARGS_(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define NARGS_(a, b, c, d, e, f, g, h, n, ...) n
#define sum(...) sum_n(NARGS(__VA_ARGS__), __VA_ARGS__)
#define max_of(...) largest((int[]){ __VA_ARGS__ }, sizeof((int[]){ __VA_ARGS__ }) / sizeof(int))
#define log(fmt, ...) printf("[%s] " fmt "\n", __func__, ##__VA_ARGS__)

static int sum_n(int n, ...) {
  va_list ap;
  va_start(ap, n);
  int s = 0;
  for (int i = 0; i < n; i++) s += va_arg(ap, int);
  va_end(ap);
  return s;
}
static int largest(const int *a, size_t n) { int m = a[0]; while (n--) if (a[n] > m) m = a[n]; return m; }
static const char *join(const char *first, ...) {
  static char out[64];
  char *o = out;
  va_list ap;
  va_start(ap, first);
  for (const char *s = first; s; s = va_arg(ap, const char *)) o += sprintf(o, "%s%s", o == out ? "" : "-", s);
  va_end(ap);
  return out;
}

int main(void) {
  printf("%d %d %d\n", sum(1), sum(1, 2, 3), sum(8, 7, 6, 5, 4, 3, 2, 1));
  printf("%d %d\n", max_of(3), max_of(3, 9, -2));
  printf("%s\n", join("a", "b", "c", (char *)NULL));
  log("plain");
  log("%d and %s", 5, "text");
  return 0;
}
