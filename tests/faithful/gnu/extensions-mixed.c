// Small GNU extensions: __extension__, empty structs, arithmetic on void pointers, zero arrays, casts.
#include <stdio.h>

struct empty { };
struct tail { int n; char data[0]; };
__extension__ typedef struct { union { int a; }; } wrapped;
static int sum(int n, int (*rows)[n]) { int s = 0; for (int i = 0; i < 2; i++) for (int j = 0; j < n; j++) s += rows[i][j]; return s; }

int main(void) {
  int v[4] = { 1, 2, 3, 4 };
  void *p = v;
  p += sizeof(int);
  printf("%d %zu %zu %zu\n", *(int *)p, sizeof(void), sizeof(struct empty), sizeof(struct tail));
  p = (char *)p + 4;
  printf("%d\n", *(int *)(p - 8));
  wrapped w = { .a = 5 };
  printf("%d %d\n", w.a, __extension__ 3);
  int flag = 2 > 1 ? ({ 10; }) : ({ 20; });
  printf("%d\n", flag);
  printf("%d\n", sum(2, (int[][2]){ { 1, 2 }, { 3, 4 } }));
  __const int c = 4; __volatile__ int z = 6; __signed__ char s = -1; __inline int local(int);
  printf("%d %d %d %d\n", c, z, s, local(3));
  printf("%d\n", __builtin_choose_expr(1, 8, "never"));
  unsigned char byte = '\e';
  printf("%d %d\n", byte, 0b1011);
  int x;
  (void)(x = 3), printf("%d\n", x);
  struct { int a, b; } pair = { a: 1, b: 2 };
  printf("%d %d\n", pair.a, pair.b);
  return 0;
}

int local(int x) { return x * 3; }
