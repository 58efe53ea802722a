// static inline, extern inline with a definition, and the address of an inline function.
#include <stdio.h>

static inline int square(int x) { return x * x; }
inline int cube(int x) { return x * x * x; }
extern inline int cube(int x);
static inline __attribute__((always_inline)) int forced(int x) { return x - 1; }
static __attribute__((noinline)) int never(int x) { return x + 1; }
extern inline __attribute__((gnu_inline)) int gnu(int x) { return x ^ 1; }
int gnu(int x) { return x ^ 1; }
static inline int counter(void) { static int n; return ++n; }
static inline int later(int);

int main(void) {
  int (*f)(int) = square;
  printf("%d %d %d %d\n", square(3), cube(3), forced(3), never(3));
  printf("%d ", f(5));
  printf("%d\n", (f = cube, f(2)));
  counter(), counter();
  printf("%d %d %d\n", counter(), gnu(6), later(4));
  return 0;
}

static inline int later(int x) { return x << 4; }
