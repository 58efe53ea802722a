// Structs of every size class, unions and long double through `...`.
#include <stdarg.h>
#include <stdio.h>

struct tiny { char c; };
struct pair { int a, b; };
struct floats { float x, y; };
struct mixed { double d; long l; };
struct large { int v[10]; };
union either { int i; double d; };

static void show(const char *kinds, ...) {
  va_list ap;
  va_start(ap, kinds);
  for (; *kinds; kinds++) switch (*kinds) {
    case 't': { struct tiny t = va_arg(ap, struct tiny); printf("t%c ", t.c); break; }
    case 'p': { struct pair p = va_arg(ap, struct pair); printf("p%d,%d ", p.a, p.b); break; }
    case 'f': { struct floats f = va_arg(ap, struct floats); printf("f%.1f,%.1f ", f.x, f.y); break; }
    case 'm': { struct mixed m = va_arg(ap, struct mixed); printf("m%.2f,%ld ", m.d, m.l); break; }
    case 'l': { struct large l = va_arg(ap, struct large); printf("l%d,%d ", l.v[0], l.v[9]); break; }
    case 'u': printf("u%.1f ", va_arg(ap, union either).d); break;
    case 'L': printf("L%.3Lf ", va_arg(ap, long double)); break;
    case 'a': printf("a%d ", va_arg(ap, struct large).v[3]); break;
    case 'i': printf("i%d ", va_arg(ap, int)); break;
  }
  va_end(ap);
  printf("\n");
}

int main(void) {
  struct large big = { { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 } };
  show("tpfmluLi", (struct tiny){ 'x' }, (struct pair){ 1, -2 }, (struct floats){ 1.5f, 2.5f }, (struct mixed){ 0.25, 1L << 40 }, big,
       (union either){ .d = 9.5 }, 3.125L, 7);
  show("ppppppl", (struct pair){ 1, 2 }, (struct pair){ 3, 4 }, (struct pair){ 5, 6 }, (struct pair){ 7, 8 }, (struct pair){ 9, 10 }, (struct pair){ 11, 12 }, big);
  show("fffffmmmma", (struct floats){ 1, 2 }, (struct floats){ 3, 4 }, (struct floats){ 5, 6 }, (struct floats){ 7, 8 }, (struct floats){ 9, 10 },
       (struct mixed){ 1, 1 }, (struct mixed){ 2, 2 }, (struct mixed){ 3, 3 }, (struct mixed){ 4, 4 }, big);
  return 0;
}
