// Labels on every kind of statement, unused and repeated labels, labels named like other things.
#include <stdio.h>

struct s { int s; };
typedef int t;

static int f(int n) {
  s: if (n > 3) goto end;
  t: while (n < 3) { n++; goto s; }
  f: n: printf("%d\n", n);
  switch (n) { a: case 3: b: n += 2; goto c; default: goto d; }
  c: { n *= 2; }
  d: return n;
  end: ;
  goto f;
  goto n; goto t; goto a; goto b;
}

int main(void) {
  t x = f(0);
  printf("%d\n", x);
  struct s s = { 5 };
  goto s;
s:
  printf("%d\n", s.s);
main: __attribute__((unused));
  if (x > 100) goto main;
  return 0;
}
