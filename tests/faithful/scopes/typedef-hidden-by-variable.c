// A typedef name may be hidden by a variable, parameter or member, and come back afterwards.
#include <stdio.h>

typedef int T;
typedef struct { T T; } U;
typedef T *P, A[3];
static T f(T T) { return T + 1; }
static int h(T x) { return x; }
static int g(int T, U U) { return T * U.T; }
static int call(int function(T), int argument) { return function(argument); }
static int prototype_only(int (T), int); /* T is a type here: a function from T to int */
static int prototype_only(int f(T), int n) { return f(n) + 1; }
static int cast_or_call(int x) { T(y) = x; return (T)(y); }
enum { size = 4 };

int main(void) {
  T a = 1;
  {
    T T = 5;
    printf("%d %zu\n", T * a, sizeof T);
    T++;
    a = (T) + 1;
    printf("%d\n", a);
  }
  T b = (T) + 1;
  U u = { .T = 3 };
  printf("%d %d %d\n", b, f(b), g(2, u));
  printf("%d %d\n", call(h, 4), prototype_only(h, 5));
  int P = 2;
  A arr = { 1, 2, 3 };
  int c = a * P;
  printf("%d %d %d\n", c, arr[P], cast_or_call(8));
  for (int T = 0; T < 2; T++) printf("%d ", T);
  T last = 9;
  typedef char T;
  T small = (T)(last + 256);
  printf("%d %zu\n", small, sizeof(T));
  { double A = 1.5; printf("%.1f\n", A * size); }
  unsigned U = 3;
  printf("%u\n", U - 4 > 0 ? U : 0);
  return 0;
}
