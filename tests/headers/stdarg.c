// <stdarg.h>: the four macros.
#include <stdarg.h>
#include <stdio.h>

static long add(int n, ...) {
  va_list ap, again;
  va_start(ap, n);
  va_copy(again, ap);
  long sum = 0;
  for (int i = 0; i < n; i++) sum += va_arg(ap, int);
  va_end(ap);
  for (int i = 0; i < n; i++) sum += 1000L * va_arg(again, int);
  va_end(again);
  return sum;
}

int main(void) {
  printf("%ld %ld\n", add(3, 1, 2, 3), add(0));
  printf("%d\n", sizeof(va_list) > 0);
  return 0;
}
