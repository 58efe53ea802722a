// Recursion is blocked, __COUNTER__ counts, __LINE__ and __FILE__ in macros, conditional code.
#include <stdio.h>
#include <string.h>

static int f(int x) { return x * 2; }
#define f(x) f((x) + 1)
#define puts puts
static int loop = 4;
#define loop (loop + 1)
#define A B
#define B A
static int A = 10, B = 20;
enum { C0 = __COUNTER__, C1 = __COUNTER__, C2 = __COUNTER__ };
#define NEXT __COUNTER__
#define LINE_TEXT_(n) #n
#define LINE_TEXT(n) LINE_TEXT_(n)
#define HERE "line " LINE_TEXT(__LINE__)
#if __COUNTER__ == 3 && C0 == 0
#define COUNTED 1
#else
#define COUNTED 0
#endif

int main(void) {
  printf("%d %d\n", f(3), (f)(3));
  printf("%d\n", loop);
  printf("%d %d\n", A, B);
  printf("%d %d %d %d\n", C0, C1, C2, COUNTED);
  int n = NEXT, m = NEXT;
  printf("%d\n", m - n);
  puts(HERE);
  printf("%d %d\n", __LINE__, (int)(strrchr(__FILE__, '.') != NULL));
#undef f
  printf("%d\n", f(3));
#line 1000 "other.c"
  printf("%d %s\n", __LINE__, __FILE__);
#ifdef __STDC__
  printf("%d %d\n", __STDC__, __STDC_VERSION__ >= 201112L);
#endif
  return 0;
}
