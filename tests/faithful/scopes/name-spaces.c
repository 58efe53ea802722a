// Tags, labels, members and ordinary names live apart: one name for all of them.
#include <stdio.h>

struct x { int x; };
union y { int y; char c; };
enum z { z = 5 };
typedef struct list list;
struct list { list *list; int value; };

static int x(struct x x) { x: if (x.x < 3) { x.x++; goto x; } return x.x; }
static int member(void) { struct member { struct { int member; } m; int m2; } member = { { 1 }, 2 }; return member.m.member + member.m2; }

int main(void) {
  struct x a = { 1 };
  printf("%d\n", x(a));
  union y y = { .y = 66 };
  printf("%d %c\n", y.y, y.c);
  enum z w = z;
  printf("%d %d\n", w, z);
  list second = { 0, 2 }, first = { &second, 1 };
  printf("%d %d\n", first.list->value, second.list == NULL);
  printf("%d\n", member());
  struct x x = { 9 };
  int z = 7;
  { enum z { inner = 3 }; enum z q = inner; struct x { char c; } s = { 'k' }; printf("%d %c %d\n", q, s.c, z); }
  printf("%d %zu\n", x.x, sizeof(struct x));
  goto z;
z:
  printf("end\n");
  return 0;
}
