// Inner declarations hide outer ones, from the point of declaration on.
#include <stdio.h>

static int v = 1;
static int *outer = &v;
static int f(int v) { { int v = 2; v++; } return v; }
static int g(void) { int r = v; int v = 5; { extern int shown; r += shown + v; } return r; }
int shown = 100;

int main(void) {
  printf("%d %d %d\n", v, f(9), g());
  int i = 50, n = 0;
  for (int i = 0; i < 3; i++) { int i = 10; n += i; }
  printf("%d %d\n", i, n);
  int v = 20;
  printf("%d %d\n", v, *outer);
  {
    int w = v, v = w + 1;
    printf("%d\n", v);
    { int v = 22; v *= 2; printf("%d\n", v); }
    printf("%d\n", v);
  }
  if (v == 20) { int v = 30; printf("%d\n", v); } else { long v = 1; printf("%ld\n", v); }
  for (int v = 0, w = 3; v < w; v++) printf("%d%d ", v, w);
  while (v > 19) { int v = 0; v--; break; }
  do { int v = 40; n = v; } while (v < 20);
  int sizes = sizeof(v) + ({ char v = 1; sizeof v; });
  printf("\n%d %d %d\n", v, n, sizes);
  int x = 1;
  { int y = x; int x = y + 1; printf("%d\n", x); }
  struct v { int v; } s = { v };
  printf("%d\n", s.v);
  return 0;
}
