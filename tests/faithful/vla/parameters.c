// Variable length arrays as parameters, in one and more dimensions, and in prototypes with [*].
#include <stdio.h>

static double trace(int n, double m[n][n]);
static int total(int rows, int cols, int a[*][*]);
static void fill(int n, int m, int a[n][m], int start) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = start++; }
static int total(int rows, int cols, int a[rows][cols]) {
  int s = 0;
  for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) s += a[i][j] * (i + 1);
  return s;
}
static double trace(int n, double m[n][n]) { double t = 0; for (int i = 0; i < n; i++) t += m[i][i]; return t; }
static size_t row_size(int n, int a[][n]) { return sizeof *a; }
static int corner(int n, int (*cube)[n][n + 1]) { return cube[1][n - 1][n]; }

int main(void) {
  int n = 3, m = 5;
  int a[n][m], b[2][3];
  fill(n, m, a, 1);
  fill(2, 3, b, 100);
  printf("%d %d\n", total(n, m, a), total(2, 3, b));
  double d[4][4] = { { 1 }, { 0, 2 }, { 0, 0, 3 }, { 0, 0, 0, 4.5 } };
  printf("%.1f %zu\n", trace(4, d), row_size(m, a));
  int cube[2][3][4];
  for (int i = 0; i < 24; i++) cube[i / 12][i / 4 % 3][i % 4] = i * i;
  printf("%d\n", corner(3, cube));
  return 0;
}
