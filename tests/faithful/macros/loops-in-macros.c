// Macros that contain statements: do-while wrappers, for-each loops, dangling else, return inside.
#include <stdio.h>

#define FOR_EACH(item, array) for (__typeof__(*(array)) *item = (array); item < (array) + sizeof(array) / sizeof *(array); item++)
#define REPEAT(n) for (int repeat_ = (n); repeat_-- > 0;)
#define CHECK(c, value) do { if (!(c)) return (value); } while (0)
#define SWAP(t, a, b) do { t swap_ = a; a = b; b = swap_; } while (0)
#define WITH(decl, after) for (int once_ = 1; once_;) for (decl; once_; once_ = 0, (after))
#define unless(c) if (!(c))
#define LOG(...) do { printf("log: "); printf(__VA_ARGS__); } while (0)

static int validate(int x) { CHECK(x > 0, -1); CHECK(x < 100, -2); return x; }
static void close_it(int *p) { printf("closed %d\n", *p); }

int main(void) {
  int a[] = { 3, 1, 4, 1, 5 }, sum = 0;
  FOR_EACH(p, a) sum += *p;
  printf("%d\n", sum);
  FOR_EACH(p, a) { if (*p == 4) break; printf("%d ", *p); }
  REPEAT(3) printf("*");
  printf("\n%d %d %d\n", validate(5), validate(-5), validate(500));
  if (sum > 10) SWAP(int, a[0], a[4]); else SWAP(int, a[1], a[2]);
  printf("%d %d\n", a[0], a[4]);
  WITH(int handle = 7, close_it(&handle)) printf("using %d\n", handle);
  unless (sum == 0) LOG("%d items\n", 5);
  if (sum == 0) LOG("never\n");
  else LOG("else\n");
  REPEAT(2) REPEAT(2) sum++;
  printf("%d\n", sum);
  return 0;
}
