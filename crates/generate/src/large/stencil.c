
/* Heat spreading over the @ plate. */
#define @_N ($A + 4)
#define @_AT(grid, i, j) ((grid)[(i) * @_N + (j)])

static void @_sweep(const float *restrict from, float *restrict to) {
  for (int i = 1; i < @_N - 1; i++) {
    for (int j = 1; j < @_N - 1; j++) {
      float around = @_AT(from, i - 1, j) + @_AT(from, i + 1, j) + @_AT(from, i, j - 1) + @_AT(from, i, j + 1);
      @_AT(to, i, j) = 0.25f * around;
    }
  }
}

static float @_difference(const float *a, const float *b) {
  float largest = 0.0f;
  for (int i = 0; i < @_N * @_N; i++) {
    float d = a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
    if (d > largest) largest = d;
  }
  return largest;
}

static long @_run(unsigned seed) {
  float *a = calloc((size_t)@_N * @_N, sizeof *a);
  float *b = calloc((size_t)@_N * @_N, sizeof *b);
  if (!a || !b) {
    free(a);
    free(b);
    return -1;
  }
  for (int i = 0; i < @_N; i++) {
    @_AT(a, 0, i) = @_AT(b, 0, i) = (float)(seed % 16) + $C;
    @_AT(a, @_N - 1, i) = @_AT(b, @_N - 1, i) = $D;
  }
  int sweeps = 0;
  do {
    @_sweep(a, b);
    @_sweep(b, a);
    sweeps += 2;
  } while (@_difference(a, b) > 0.5f && sweeps < $B * 4);
  long middle = (long)(@_AT(a, @_N / 2, @_N / 2) * 16.0f);
  free(a);
  free(b);
  return middle * 100 + sweeps;
}
