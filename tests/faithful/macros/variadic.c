// Variadic macros: __VA_ARGS__, named, empty, __VA_OPT__, counted, mapped over.
#include <stdio.h>

#define EXPAND(x) x
#define COUNT(...) COUNT_(__VA_ARGS__, 6, 5, 4, 3, 2, 1, 0)
#define COUNT_(a, b, c, d, e, f, n, ...) n
#define MAP(m, ...) XCAT(MAP, COUNT(__VA_ARGS__))(m, __VA_ARGS__)
#define XCAT(a, b) CAT(a, b)
#define CAT(a, b) a##b
#define MAP1(m, a) m(a)
#define MAP2(m, a, ...) m(a) MAP1(m, __VA_ARGS__)
#define MAP3(m, a, ...) m(a) MAP2(m, __VA_ARGS__)
#define MAP4(m, a, ...) m(a) MAP3(m, __VA_ARGS__)
#define FIRST(a, ...) a
#define REST(a, ...) __VA_ARGS__
#define PRINT(fmt, ...) printf(fmt "\n" __VA_OPT__(,) __VA_ARGS__)
#define TRACE(args...) printf("args: " #args "\n")
#define OLD(fmt, args...) printf(fmt, ##args)
#define ARRAY(name, ...) static int name[] = { __VA_ARGS__ }; enum { name##_size = COUNT(__VA_ARGS__) }
#define SQUARE_PLUS(x) (x) * (x) +
#define DEFER(f, ...) f(__VA_ARGS__)
ARRAY(primes, 2, 3, 5, 7);
static int sum(int n, const int *a) { return n ? *a + sum(n - 1, a + 1) : 0; }
#define SUM(...) sum(COUNT(__VA_ARGS__), (int[]){ __VA_ARGS__ })

int main(void) {
  printf("%d %d %d\n", COUNT(a), COUNT(a, b), COUNT(a, b, c, d, e, f));
  printf("%d\n", MAP(SQUARE_PLUS, 1, 2, 3, 4) 0);
  printf("%d %d\n", FIRST(7, 8, 9), SUM(REST(7, 8, 9)));
  PRINT("no arguments");
  PRINT("%d and %s", 1, "two");
  TRACE(a + b, "str", (x, y));
  TRACE();
  OLD("plain\n");
  OLD("%d\n", 5);
  printf("%d %d\n", primes_size, sum(primes_size, primes));
  printf("%d\n", DEFER(SUM, 1, 2, 3));
  return 0;
}
