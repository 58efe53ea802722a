
/* A field of the @ model on a line, in steps of time. */
static void @_start(double *now, double *next, int n, double at) {
  for (int i = 0; i < n; i++) {
    now[i] = at + i % $C;
    next[i] = 0.0;
  }
}

static void @_smooth(double *now, double *next, int n) {
  for (int i = 1; i < n - 1; i++) {
    next[i] = 0.25 * (now[i - 1] + 2.0 * now[i] + now[i + 1]);
  }
  for (int i = 1; i < n - 1; i++) {
    now[i] = next[i];
  }
}

static double @_energy(const double *values, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    sum += values[i] * values[i];
  }
  return sum;
}

static long @_run(unsigned seed) {
  int n = $A * 1000 + (int)(seed % 7);
  double *now = malloc(n * sizeof *now), *next = malloc(n * sizeof *next);
  @_start(now, next, n, $D);
  for (int t = 0; t < $B * 10; t++) {
    @_smooth(now, next, n);
  }
  double energy = @_energy(now, n);
  free(now);
  free(next);
  return (long)energy;
}
