// Pointers to variable length arrays over malloc, as dense matrices.
#include <stdio.h>
#include <stdlib.h>

static void multiply(int n, int m, int k, double (*a)[m], double (*b)[k], double (*c)[k]) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < k; j++) {
      c[i][j] = 0;
      for (int l = 0; l < m; l++) c[i][j] += a[i][l] * b[l][j];
    }
}

int main(void) {
  int n = 3, m = 4, k = 2;
  double (*a)[m] = malloc(sizeof(double[n][m])), (*b)[k] = malloc((size_t)m * sizeof *b), (*c)[k] = malloc((size_t)n * sizeof *c);
  if (!a || !b || !c) return 1;
  for (int i = 0; i < n * m; i++) a[i / m][i % m] = i + 0.5;
  for (int i = 0; i < m * k; i++) b[i / k][i % k] = i - 2;
  multiply(n, m, k, a, b, c);
  for (int i = 0; i < n; i++) printf("%.2f %.2f\n", c[i][0], c[i][1]);
  double (*last)[m] = a + n - 1;
  printf("%.1f %td %zu\n", (*last)[m - 1], last - a, sizeof *last);
  double (*whole)[n][m] = (double (*)[n][m])a;
  printf("%.1f %zu\n", (*whole)[1][2], sizeof *whole);
  free(a), free(b), free(c);
  return 0;
}
