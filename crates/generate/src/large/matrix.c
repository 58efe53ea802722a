
/* Dense matrices of the @ solver. */
enum { @_rows = $A, @_cols = $B };

typedef struct @_matrix {
  int rows, cols;
  double cell[@_rows][@_cols];
} @_matrix;

static void @_fill(@_matrix *m, unsigned *state) {
  m->rows = @_rows;
  m->cols = @_cols;
  for (int i = 0; i < m->rows; i++) {
    for (int j = 0; j < m->cols; j++) {
      m->cell[i][j] = (double)(next_random(state) % 100) / 4.0;
    }
  }
}

static double @_dot(const double *a, const double *b, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static void @_product(const @_matrix *a, const @_matrix *b, double out[@_rows][@_rows]) {
  for (int i = 0; i < a->rows; i++) {
    for (int j = 0; j < b->rows; j++) {
      out[i][j] = @_dot(a->cell[i], b->cell[j], a->cols);
      if (out[i][j] > 1000.0 * $C) out[i][j] /= 2.0;
    }
  }
}

static long @_run(unsigned seed) {
  static @_matrix left, right;
  static double result[@_rows][@_rows];
  unsigned state = seed + $D;
  @_fill(&left, &state);
  @_fill(&right, &state);
  @_product(&left, &right, result);
  double trace = 0.0;
  for (int i = 0; i < @_rows; i++) trace += result[i][i];
  return (long)trace;
}
