// _Generic: selection by type after lvalue conversion, default, nested, controlling functions.
#include <stdio.h>

#define NAME(x) _Generic((x), char: "char", int: "int", unsigned: "unsigned", long: "long", float: "float", double: "double", \
  char *: "char *", const char *: "const char *", int *: "int *", void *: "void *", struct s: "struct s", default: "other")
#define abs_any(x) _Generic((x), int: abs_int, long: abs_long, double: abs_double, default: abs_int)(x)
#define is_const_pointer(p) _Generic((p), const int *: 1, int *: 0)
struct s { int x; };
static int abs_int(int x) { return x < 0 ? -x : x; }
static long abs_long(long x) { return x < 0 ? -x : x; }
static double abs_double(double x) { return x < 0 ? -x : x; }
static int f(void) { return 0; }

int main(void) {
  char c = 0; const int ci = 0; short s = 0; int a[3] = { 0 }; struct s st = { 0 }; const struct s *ps = &st;
  printf("%s %s %s %s\n", NAME(c), NAME('c'), NAME(ci), NAME(s));
  printf("%s %s %s %s\n", NAME(s + s), NAME(1u), NAME(1L), NAME(1.0f * 2));
  printf("%s %s %s %s\n", NAME("lit"), NAME((const char *)"x"), NAME(a), NAME((void *)a));
  printf("%s %s %s\n", NAME(st), NAME(*ps), NAME(f));
  printf("%s %s\n", NAME(c ? 1 : 2.0), NAME((c, 1L)));
  printf("%d %ld %.1f\n", abs_any(-3), abs_any(-4L), abs_any(-2.5));
  printf("%d %d\n", is_const_pointer(&ci), is_const_pointer(a));
  printf("%d\n", _Generic(1, int: _Generic(1.0, double: 11, default: 12), default: 13));
  printf("%zu\n", sizeof(_Generic(0, int: (char)1, default: 1L)));
  int n = 5;
  _Generic(n, int: n, default: s) = 9;
  printf("%d\n", n);
  return 0;
}
