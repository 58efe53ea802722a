// Inner braces may be left out; each aggregate takes as many values as it needs.
#include <stdio.h>

struct pair { int a, b; };
struct mixed { struct pair p[2]; int c[3]; char tail; };
static int flat[2][3] = { 1, 2, 3, 4, 5 };
static int partly[3][2] = { 1, 2, { 3 }, 4, 5 };
static struct mixed m = { 1, 2, 3, 4, 5, 6, 7, 'e' };
static struct mixed n = { { { 1 }, 2 }, { 5 }, 'f' };
static struct mixed many[] = { 1, 2, 3, 4, 5, 6, 7, 'a', 8, 9 };
static struct { struct { struct { int x; } y; } z; int w; } deep = { 4, 5 };
static int scalar = { 6 };
static char *text = { "text" };

static void show(const struct mixed *s) {
  printf("%d %d %d %d %d %d %d %d\n", s->p[0].a, s->p[0].b, s->p[1].a, s->p[1].b, s->c[0], s->c[1], s->c[2], s->tail);
}

int main(void) {
  struct pair local[] = { 1, 2, { 3 }, 5 };
  for (int i = 0; i < 6; i++) printf("%d ", flat[i / 3][i % 3]);
  for (int i = 0; i < 6; i++) printf("%d ", partly[i / 2][i % 2]);
  printf("\n");
  show(&m), show(&n), show(many), show(many + 1);
  printf("%zu %d %d %d %s\n", sizeof many / sizeof *many, deep.z.y.x, deep.w, scalar, text);
  printf("%zu %d %d %d\n", sizeof local / sizeof *local, local[1].a, local[1].b, local[2].a);
  return 0;
}
