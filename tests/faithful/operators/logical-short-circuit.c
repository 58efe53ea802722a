// && || ?: evaluate only what they need, left to right, and give 0 or 1.
#include <stdio.h>

static int yes(char c) { putchar(c); return 7; }
static int no(char c) { putchar(c); return 0; }

int main(void) {
  int r = yes('a') && no('b') && yes('c');
  printf(" %d\n", r);
  r = no('a') || yes('b') || yes('c');
  printf(" %d\n", r);
  r = no('a') && yes('b') || yes('c') && !no('d');
  printf(" %d\n", r);
  r = yes('a') ? no('b') ? 1 : 2 : 3;
  printf(" %d\n", r);
  double d = 0.25;
  char *p = 0, *q = "x";
  printf("%d %d %d %d\n", d && 1, !d, p || q, !p && *q);
  int n = 0;
  (void)(n++ && n++);
  (void)(n++ || n++);
  printf("%d\n", n);
  int a[] = { 1, 0, 3 };
  int i = 0;
  while (i < 3 && a[i]) i++;
  printf("%d\n", i);
  printf("%d %d\n", !!5, 0.5 > 0 && -0.0 == 0);
  printf("%d\n", (p && *p == 'x') + (q && *q == 'x') * 2);
  if (!(no('1') || no('2'))) printf(" neither\n");
  return !(yes('e') && yes('n')) && putchar('\n');
}
