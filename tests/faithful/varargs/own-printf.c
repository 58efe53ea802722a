// A small printf of our own: every argument class through va_arg.
#include <stdarg.h>
#include <stdio.h>

static void number(long v, int base) {
  char digits[70];
  int n = 0;
  unsigned long u = v < 0 ? -(unsigned long)v : (unsigned long)v;
  if (v < 0) putchar('-');
  do digits[n++] = "0123456789abcdef"[u % (unsigned long)base]; while (u /= (unsigned long)base);
  while (n) putchar(digits[--n]);
}

static int say(const char *format, ...) {
  va_list ap;
  int count = 0;
  va_start(ap, format);
  for (; *format; format++) {
    if (*format != '%') { putchar(*format); continue; }
    count++;
    switch (*++format) {
    case 'd': number(va_arg(ap, int), 10); break;
    case 'l': number(va_arg(ap, long), 10); break;
    case 'x': number((long)va_arg(ap, unsigned), 16); break;
    case 'c': putchar(va_arg(ap, int)); break;
    case 's': for (const char *s = va_arg(ap, char *); *s; s++) putchar(*s); break;
    case 'f': number((long)(va_arg(ap, double) * 100 + 0.5), 10); break;
    case 'p': number(*va_arg(ap, int *), 10); break;
    case 'a': number(va_arg(ap, int (*)(int))(20), 10); break;
    case '%': putchar('%'), count--; break;
    }
  }
  va_end(ap);
  return count;
}

static int twice(int x) { return 2 * x; }

int main(void) {
  short s = -7;
  char c = 'z';
  float f = 1.25f;
  int x = 99;
  int n = say("%d %l %x %c %s %f %p %a %%\n", s, -1234567890123L, 0xbeefu, c, "str", f, &x, twice);
  say("%d %d%c", n, (_Bool)5, '\n');
  return 0;
}
