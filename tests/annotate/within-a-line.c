// annotate: --force
// Nests in one line, loops behind other text, functions in one line: their directives share the line.
#include <stdio.h>
#include <stdlib.h>

#define N 48

static float a[N][N], b[N][N], c[N][N];

static void scale(float *x, int n) { for (int i = 0; i < n; i++) x[i] *= 2; }

static void product(void) { for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { c[i][j] = 0; for (int k = 0; k < N; k++) c[i][j] += a[i][k] * b[k][j]; } }

static void sums(float *of, const float *x, int rows, int n)
{
    for (int r = 0; r < rows; r++) { float s = 0; for (int j = 0; j < n; j++) s += x[r * n + j]; of[r] = s; }
}

int main(int argc, char **argv)
{
    (void)argv;
    int rows = 10 * argc, n = 100 * argc; float *x = malloc(rows * n * sizeof *x), *of = malloc(rows * sizeof *of); for (int i = 0; i < rows * n; i++) x[i] = i % 9;
    for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) { a[i][j] = (i * j) % 7; b[i][j] = (i + j) % 5; }
    scale(x, rows * n); product(); sums(of, x, rows, n);
    float total = 0; for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) total += c[i][j]; printf("%g %g\n", total, of[rows - 1]);
    free(x); free(of); return 0;
}
