// Parameters of array and function type become pointers; qualifiers and static in brackets.
#include <stdio.h>

static int first(int a[10]) { return a[0] + (int)(sizeof a == sizeof(int *)); }
static int sum(int n, const int a[static 1]) { int s = 0; while (n--) s += *a++; return s; }
static int fixed(int a[const]) { return a[1]; }
static int matrix(int m[][3], int r) { return m[r][0] + m[r][2]; }
static int pointer_to_row(int (*m)[3]) { return (*m)[1] + m[1][1]; }
static int cube(int c[2][2][2]) { return c[1][1][1] - c[0][1][0]; }
static int call(int f(int), int g(void)) { return f(g()); }
static int triple(int x) { return 3 * x; }
static int five(void) { return 5; }
static int strings(char *v[], int n) { int len = 0; for (int i = 0; i < n; i++) for (char *c = v[i]; *c; c++) len++; return len; }
static int unnamed(int, int (*)(int), int *);
static int unnamed(int a, int (*f)(int), int *p) { return f(a) + *p; }

int main(void) {
  int a[10] = { 4, 5, 6 }, m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, c[2][2][2] = { { { 1, 2 }, { 3, 4 } }, { { 5, 6 }, { 7, 8 } } };
  char *v[] = { "ab", "cde", "" };
  printf("%d %d %d\n", first(a), sum(3, a), fixed(a));
  printf("%d %d %d\n", matrix(m, 1), pointer_to_row(m), cube(c));
  printf("%d %d %d\n", call(triple, five), strings(v, 3), unnamed(2, triple, a));
  return 0;
}
