// K&R definitions, implicit promotions of their arguments, empty parameter lists.
#include <stdio.h>

static int add();
static int add(a, b) int a; int b; { return a + b; }
static double mix(c, f, n, p) char c; float f; short n; int *p; { return c + f * n + *p; }
static int order(x, y, z) int z, x; char y; { return x * 100 + y * 10 + z; }
static int none() { return 7; }
static int (*chooser(which))() int which; { return which ? add : none; }

int main() {
  int five = 5;
  printf("%d\n", add(2, 3));
  printf("%.2f\n", mix('A', 1.5f, (short)2, &five));
  printf("%d %d\n", order(1, 2, 3), none());
  printf("%d %d\n", chooser(1)(20, 22), chooser(0)());
  return 0;
}
