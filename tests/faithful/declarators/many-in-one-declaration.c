// One declaration, many declarators: each applies its own shape to the shared type.
#include <stdio.h>

static int square(int x) { return x * x; }
static int n = 3, *p = &n, **pp = &p, a[2] = { 7, 8 }, (*pa)[2] = &a, f(int), (*pf)(int) = f, *ap[2] = { &n, a };
static int f(int x) { return x + *p; }
static const char *const words[] = { "one", "two" }, letter = 'q', *tail = "tail";
typedef struct point { int x, y; } point, *point_pointer, point_pair[2];

int main(void) {
  unsigned char c = 250, d = 10, *pc = &c;
  int i = 1, j = i + 1, k[] = { i, j, i + j }, (*op)(int) = square;
  point_pair pair = { { 1, 2 }, { 3, 4 } };
  point_pointer last = pair + 1;
  point here = *last;
  printf("%d %d %d %d %d %d %d\n", n, *p, **pp, (*pa)[1], pf(4), *ap[0], *ap[1]);
  printf("%s %s %c %s\n", words[0], words[1], letter, tail);
  printf("%d %d %d\n", c + d, (unsigned char)(c + d), *pc);
  printf("%d %zu %d %d\n", k[2], sizeof k / sizeof k[0], op(j), here.x * 10 + here.y);
  printf("%zu %zu\n", sizeof(point_pair), sizeof letter);
  return 0;
}
