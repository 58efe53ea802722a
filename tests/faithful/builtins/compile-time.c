// Builtins the compiler answers: constant_p, types_compatible_p, choose_expr, offsetof, object_size.
#include <stdio.h>

struct s { char a; int b[3]; struct { short c, d; } in; };
#define SAME(a, b) __builtin_types_compatible_p(a, b)
#define FOLD(x) __builtin_choose_expr(__builtin_constant_p(x), (x) * 2, -1)

int main(void) {
  volatile int v = 3;
  printf("%d %d %d\n", __builtin_constant_p(5), __builtin_constant_p(v), __builtin_constant_p("lit"));
  printf("%d %d %d %d\n", SAME(int, signed), SAME(int, const int), SAME(int, unsigned), SAME(int[], int[3]));
  printf("%d %d %d\n", SAME(long, long long), SAME(char, signed char), SAME(__typeof__(1 + 1L), long));
  printf("%d %d\n", FOLD(21), FOLD(v));
  printf("%zu %zu %zu\n", __builtin_offsetof(struct s, b), __builtin_offsetof(struct s, b[2]), __builtin_offsetof(struct s, in.d));
  printf("%d\n", __builtin_choose_expr(sizeof(int) == 4, 1, "other type"));
  enum { E = __builtin_types_compatible_p(int, int) + __builtin_constant_p(1) };
  printf("%d\n", E);
  if (__builtin_expect(v == 3, 1)) printf("likely\n");
  if (__builtin_expect(!!(v > 5), 0)) printf("unlikely\n");
  printf("%ld\n", __builtin_expect(v * 2, 7));
  char buffer[10];
  printf("%zu\n", __builtin_object_size(buffer, 0));
  switch (v) { case 3: printf("three\n"); break; default: __builtin_unreachable(); }
  int *p = __builtin_assume_aligned(&(int){ 8 }, 4);
  printf("%d\n", *p);
  __builtin_prefetch(p, 0, 3);
  return 0;
}
