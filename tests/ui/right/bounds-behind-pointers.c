//@ run: cpu sim
// Bounds that are members, or that functions compute: what the loop does cannot change them, and a size without a sign is no
// reason to doubt an index.
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows, cols;
    double *data;
} Matrix;

static inline int least(int a, int b) { return a < b ? a : b; }
static inline double get(const Matrix *m, int i, int j) { return m->data[i * m->cols + j]; }
static inline void set(Matrix *m, int i, int j, double v) { m->data[i * m->cols + j] = v; }

static void add(Matrix *c, int most, double a) {
#pragma hicuda global alloc c->data[0:c->rows*c->cols-1] copyin
#pragma hicuda kernel added tblock(2, 2) thread(4, 8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < c->rows; i++)
#pragma hicuda loop_partition over_tblock over_thread
        for (int j = 0; j < least(c->cols, most); j++)
            set(c, i, j, get(c, i, j) + a);
#pragma hicuda kernel_end
#pragma hicuda global copyout c->data[*]
#pragma hicuda global free c->data
}

static void scale(size_t n, float *x) {
#pragma hicuda global alloc x[0:n-1] copyin
#pragma hicuda kernel scaled tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (size_t i = 0; i < n; i++)
        x[i] *= 2;
#pragma hicuda kernel_end
#pragma hicuda global copyout x[*]
#pragma hicuda global free x
}

int main(void) {
    Matrix *c = malloc(sizeof *c);
    c->rows = 9;
    c->cols = 13;
    c->data = malloc(9 * 13 * sizeof(double));
    for (int i = 0; i < 9 * 13; i++)
        c->data[i] = i % 5;
    add(c, 11, 1.5);
    float x[50];
    for (int i = 0; i < 50; i++)
        x[i] = i;
    scale(50, x);
    printf("%g %g %g %g\n", c->data[0], c->data[12], c->data[116], x[49]);
    return 0;
}
