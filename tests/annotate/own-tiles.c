// annotate: --force
// Loops that somebody has tiled for the caches of a processor: a block takes a tile, and its threads the points in it. A
// matrix product with the tiles of `k` inside and with them outside, and boxes of three dimensions.
#include <stdio.h>
#include <stdlib.h>

#define T 16
#define MIN(a, b) ((a) < (b) ? (a) : (b))

static inline int least(int a, int b) { return a < b ? a : b; }

static void product(const float *a, const float *b, float *c, int n) {
    for (int ii = 0; ii < n; ii += T)
        for (int jj = 0; jj < n; jj += T)
            for (int kk = 0; kk < n; kk += T)
                for (int i = ii; i < MIN(ii + T, n); i++)
                    for (int j = jj; j < MIN(jj + T, n); j++) {
                        float sum = c[i * n + j];
                        for (int k = kk; k < MIN(kk + T, n); k++)
                            sum += a[i * n + k] * b[k * n + j];
                        c[i * n + j] = sum;
                    }
}

static void outer_product(const float *a, const float *b, float *c, int n) {
    for (int kk = 0; kk < n; kk += T)
        for (int ii = 0; ii < n; ii += T)
            for (int jj = 0; jj < n; jj += T)
                for (int i = ii; i < least(ii + T, n); i++)
                    for (int k = kk; k < least(kk + T, n); k++)
                        for (int j = jj; j < least(jj + T, n); j++)
                            c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static void boxes(float p[20][20][20], float q[20][20][20], int n) {
    for (int i0 = 1; i0 < n - 1; i0 += 4)
        for (int j0 = 1; j0 < n - 1; j0 += 4)
            for (int k0 = 1; k0 < n - 1; k0 += 8)
                for (int i = i0; i < MIN(i0 + 4, n - 1); i++)
                    for (int j = j0; j < MIN(j0 + 4, n - 1); j++)
                        for (int k = k0; k < MIN(k0 + 8, n - 1); k++)
                            q[i][j][k] = p[i - 1][j][k] + p[i + 1][j][k] + p[i][j - 1][k] + p[i][j + 1][k];
}

static float p[20][20][20], q[20][20][20];

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 45, m = argc > 2 ? atoi(argv[2]) : 20;
    float *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b), *c = calloc(n * n, sizeof *c);
    for (int i = 0; i < n * n; i++) {
        a[i] = i % 13;
        b[i] = 2 - i % 3;
    }
    product(a, b, c, n);
    outer_product(c, a, b, n);
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++)
            for (int k = 0; k < 20; k++)
                p[i][j][k] = (i * j + k) % 7;
    boxes(p, q, m);
    for (int i = 0; i < n * n; i += 97)
        printf("%g %g\n", c[i], b[i]);
    for (int i = 0; i < 20; i += 3)
        printf("%g\n", q[i][i][i + 1 < 20 ? i + 1 : i]);
    return 0;
}
