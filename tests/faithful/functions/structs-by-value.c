// Structs of many sizes passed and returned by value: copies, not references.
#include <stdio.h>

struct one { char c; };
struct odd { char c[3]; };
struct two { double a, b; };
struct mix { int i; float f; };
struct big { long v[8]; };
struct nest { struct mix m; struct odd o; };

static struct one bump1(struct one x) { x.c++; return x; }
static struct odd rotate(struct odd x) { char t = x.c[0]; x.c[0] = x.c[1]; x.c[1] = x.c[2]; x.c[2] = t; return x; }
static struct two swap(struct two x) { return (struct two){ x.b, x.a }; }
static struct mix scale(struct mix x, int n) { x.i *= n; x.f *= (float)n; return x; }
static struct big sum(struct big a, struct big b) { for (int i = 0; i < 8; i++) a.v[i] += b.v[i]; return a; }
static struct nest wrap(struct mix m, struct odd o) { struct nest n = { m, o }; return n; }
static long many(struct one a, struct two b, struct odd c, struct big d, struct mix e, int f) {
  return a.c + (long)b.a + c.c[2] + d.v[7] + e.i + f;
}

int main(void) {
  struct one o = { 'a' };
  struct odd d = { "xyz" };
  struct two t = { 1.5, -2.5 };
  struct mix m = { 3, 0.5f };
  struct big b = { { 1, 2, 3, 4, 5, 6, 7, 8 } };
  printf("%c %c\n", bump1(bump1(o)).c, o.c);
  printf("%.3s %.3s\n", rotate(rotate(d)).c, d.c);
  printf("%.1f %.1f\n", swap(t).a, swap(swap(t)).a);
  printf("%d %.1f %d\n", scale(m, 4).i, scale(m, 4).f, m.i);
  struct big s = sum(sum(b, b), b);
  printf("%ld %ld %ld\n", s.v[0], s.v[7], sum(b, s).v[3]);
  struct nest n = wrap(scale(m, 2), rotate(d));
  printf("%d %.1f %.3s\n", n.m.i, n.m.f, n.o.c);
  printf("%ld\n", many(o, t, d, b, m, 1000));
  printf("%c\n", (rotate(d), rotate(d)).c[1]);
  return 0;
}
