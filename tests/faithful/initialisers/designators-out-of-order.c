// Designators may jump anywhere; what follows one continues after it, the last value wins.
#include <stdio.h>

struct point { int x, y, z; };
static struct point p = { .z = 3, .x = 1 };
static struct point q = { .y = 5, 6 };
static int a[8] = { [5] = 50, 60, [1] = 10, 20, [0] = 1 };
static int twice[4] = { 1, 2, 3, 4, [1] = 22 };
static int sized[] = { [9] = 1, [3] = 4 };
static struct { int a; struct point p[2]; int b; } nested = { .b = 9, .p[1].y = 4, .p = { [0].x = 7 }, .a = 1 };
static struct { int a[3]; struct { char c; short s[2]; } in; } deep = { .in.s[1] = -5, .a[1] = 8, .in.c = 'd' };

int main(void) {
  printf("%d %d %d\n", p.x, p.y, p.z);
  printf("%d %d %d\n", q.x, q.y, q.z);
  for (int i = 0; i < 8; i++) printf("%d ", a[i]);
  printf("\n%d %d %d %d\n", twice[0], twice[1], twice[2], twice[3]);
  printf("%zu %d %d\n", sizeof sized / sizeof *sized, sized[3], sized[9]);
  printf("%d %d %d %d %d\n", nested.a, nested.p[0].x, nested.p[1].x, nested.p[1].y, nested.b);
  printf("%d %d %d %d %c %d %d\n", deep.a[0], deep.a[1], deep.a[2], deep.in.s[0], deep.in.c, deep.in.s[1], (int)sizeof deep);
  return 0;
}
