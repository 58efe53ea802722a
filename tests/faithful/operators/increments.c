// ++ and -- before and after, on every type of object.
#include <stdio.h>

struct s { unsigned bits : 3; int n; float f; };
static int calls;
static int *where(int *p) { calls++; return p; }

#define SHOW(fmt, e) do { printf(fmt " ", e); } while (0)

int main(void) {
  char c = 'a'; unsigned char uc = 255; short h = -1; long long ll = 1LL << 33; float f = 1.5f; double d = -0.5; _Bool b = 0;
  SHOW("%c", c++); SHOW("%c", ++c); SHOW("%d", uc++); SHOW("%d", uc--); SHOW("%d", uc); SHOW("%d", ++h); SHOW("%lld", --ll);
  printf("\n");
  SHOW("%.1f", f++); SHOW("%.1f", f); SHOW("%.1f", --d); SHOW("%d", b++); SHOW("%d", b++); SHOW("%d", b--); SHOW("%d", b--); SHOW("%d", b);
  printf("\n");
  int a[4] = { 10, 20, 30, 40 }, *p = a;
  SHOW("%d", *p++); SHOW("%d", *++p); SHOW("%d", ++*p); SHOW("%d", (*p)++); SHOW("%d", *p--); SHOW("%d", *p); SHOW("%td", p - a);
  printf("\n");
  struct s s = { 7, 5, 2.5f }, *q = &s;
  SHOW("%d", s.bits++); SHOW("%d", s.bits); SHOW("%d", q->n--); SHOW("%d", --q->n); SHOW("%.1f", ++q->f); SHOW("%d", --s.bits);
  printf("\n");
  SHOW("%d", (*where(&a[1]))++); SHOW("%d", a[1]); SHOW("%d", ++*where(a)); SHOW("%d", calls);
  printf("\n");
  int *table[2] = { a, a + 2 }, **t = table;
  SHOW("%d", **t++); SHOW("%d", *(*t)++); SHOW("%d", **t); SHOW("%d", (**t)--);
  printf("\n");
  int i = 3, n = 0;
  while (i--) n += i;
  for (; i++ < 4; n++) ;
  printf("%d %d %d\n", i, n, - -i);
  int k = 5;
  k = k-- + 1 > 0 && k == 4 ? 8 : 9;
  printf("%d ", k-- - 1);
  printf("%d\n", k);
  return 0;
}
