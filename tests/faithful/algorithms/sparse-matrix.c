// Compressed sparse rows: building from triples, multiplying by a vector, power iteration.
#include <stdio.h>
#include <stdlib.h>

struct triple { int row, col; double value; };
struct csr { int n, nnz; int *start, *col; double *value; };

static int by_place(const void *a, const void *b) { const struct triple *p = a, *q = b; return p->row != q->row ? p->row - q->row : p->col - q->col; }
static struct csr build(int n, struct triple *t, int nnz) {
  struct csr m = { n, nnz, calloc((size_t)n + 1, sizeof(int)), malloc((size_t)nnz * sizeof(int)), malloc((size_t)nnz * sizeof(double)) };
  if (!m.start || !m.col || !m.value) exit(1);
  qsort(t, (size_t)nnz, sizeof *t, by_place);
  for (int i = 0; i < nnz; i++) m.start[t[i].row + 1]++, m.col[i] = t[i].col, m.value[i] = t[i].value;
  for (int i = 0; i < n; i++) m.start[i + 1] += m.start[i];
  return m;
}
static void multiply(const struct csr *m, const double *restrict x, double *restrict y) {
  for (int i = 0; i < m->n; i++) {
    double s = 0;
    for (int k = m->start[i]; k < m->start[i + 1]; k++) s += m->value[k] * x[m->col[k]];
    y[i] = s;
  }
}

int main(void) {
  enum { N = 20 };
  struct triple t[3 * N];
  int nnz = 0;
  for (int i = 0; i < N; i++) {
    t[nnz++] = (struct triple){ i, i, 2 };
    if (i > 0) t[nnz++] = (struct triple){ i, i - 1, -1 };
    if (i + 1 < N) t[nnz++] = (struct triple){ i, (i + 1) % N, -1 };
  }
  struct csr m = build(N, t, nnz);
  printf("%d %d %d\n", m.nnz, m.start[N], m.start[7]);
  double x[N], y[N];
  for (int i = 0; i < N; i++) x[i] = i * i % 7;
  for (int round = 0; round < 4; round++) { multiply(&m, x, y); for (int i = 0; i < N; i++) x[i] = y[i] / 4; }
  for (int i = 0; i < N; i++) printf("%.4f%c", x[i], i % 5 == 4 ? '\n' : ' ');
  free(m.start), free(m.col), free(m.value);
  return 0;
}
