// Matrix multiplication three ways: naive, blocked, through pointers; all agree.
#include <stdio.h>
#include <string.h>

#define N 12
typedef double matrix[N][N];
static void fill(matrix m, int seed) { for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) m[i][j] = (i * 7 + j * 3 + seed) % 11 - 5; }
static void naive(matrix c, matrix a, matrix b) {
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { c[i][j] = 0; for (int k = 0; k < N; k++) c[i][j] += a[i][k] * b[k][j]; }
}
static void blocked(matrix c, matrix a, matrix b) {
  enum { B = 5 };
  memset(c, 0, sizeof(matrix));
  for (int ii = 0; ii < N; ii += B) for (int kk = 0; kk < N; kk += B) for (int jj = 0; jj < N; jj += B)
    for (int i = ii; i < ii + B && i < N; i++) for (int k = kk; k < kk + B && k < N; k++)
      for (int j = jj; j < jj + B && j < N; j++) c[i][j] += a[i][k] * b[k][j];
}
static void pointers(double *c, const double *a, const double *b) {
  for (const double *end = a + N * N; a < end; a += N)
    for (int j = 0; j < N; j++) { double s = 0; for (const double *p = a, *q = b + j; p < a + N; p++, q += N) s += *p * *q; *c++ = s; }
}
static long hash(matrix m) { long h = 17; for (int i = 0; i < N * N; i++) h = h * 31 % 1000003 + (long)m[i / N][i % N]; return h; }

int main(void) {
  static matrix a, b, c, d, e;
  fill(a, 1), fill(b, 4);
  naive(c, a, b), blocked(d, a, b), pointers(&e[0][0], &a[0][0], &b[0][0]);
  printf("%ld %ld %ld\n", hash(c), hash(d), hash(e));
  printf("%d %d\n", memcmp(c, d, sizeof c), memcmp(c, e, sizeof c));
  for (int i = 0; i < 4; i++) printf("%.0f %.0f %.0f\n", c[i][0], c[i][5], c[i][11]);
  return 0;
}
