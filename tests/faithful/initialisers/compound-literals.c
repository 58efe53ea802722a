// Compound literals: as values, as lvalues whose address is taken, modified, and passed on.
#include <stdio.h>

struct point { int x, y; };
static int sum(const int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
static struct point moved(struct point p, struct point by) { return (struct point){ p.x + by.x, p.y + by.y }; }

int main(void) {
  printf("%d\n", sum((int[]){ 1, 2, 3, 4 }, 4));
  struct point *p = &(struct point){ .y = 5 };
  p->x = 3;
  printf("%d %d\n", p->x, p->y);
  struct point m = moved(*p, (struct point){ 10, 20 });
  printf("%d %d\n", m.x, m.y);
  printf("%d\n", (struct point){ 7, 8 }.y);
  printf("%d\n", ++(int){ 9 });
  int *counter = &(int){ 100 };
  for (int i = 0; i < 3; i++) *counter += (int[]){ 1, 10, 100 }[i];
  printf("%d\n", *counter);
  (struct point){ 1, 2 } = m;
  char *text = (char[]){ "mutable" };
  text[0] = 'M';
  printf("%s %zu\n", text, sizeof((char[]){ "sized" }));
  int (*rows)[2] = (int[][2]){ { 1, 2 }, { 3, 4 }, { 5 } };
  printf("%d %d\n", rows[1][1], rows[2][1]);
  m = (struct point){ m.y, m.x };
  printf("%d %d\n", m.x, m.y);
  printf("%s\n", (const char *[]){ [2] = "c", [0] = "a" }[2]);
  return 0;
}
