// annotate: --force
#include <stdio.h>
#include <stdlib.h>

struct matrix {
    int rows, cols;
    double *data;
};

static struct matrix *create(int rows, int cols)
{
    struct matrix *m = malloc(sizeof *m);
    m->rows = rows;
    m->cols = cols;
    m->data = malloc((size_t)rows * cols * sizeof(double));
    return m;
}

static void destroy(struct matrix *m)
{
    free(m->data);
    free(m);
}

// Rows of `c` are long enough: that is tested before.
static int multiply(const struct matrix *a, const struct matrix *b, struct matrix *c)
{
    if (a->cols != b->rows || c->rows != a->rows || c->cols != b->cols)
        return -1;
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < b->cols; j++) {
            double s = 0;
            for (int k = 0; k < a->cols; k++)
                s += a->data[i * a->cols + k] * b->data[k * b->cols + j];
            c->data[i * c->cols + j] = s;
        }
    return 0;
}

static void transpose(const struct matrix *a, struct matrix *t)
{
    if (t->rows != a->cols || t->cols != a->rows) {
        fprintf(stderr, "sizes differ\n");
        exit(1);
    }
    for (int i = 0; i < a->rows; i++)
        for (int j = 0; j < a->cols; j++)
            t->data[j * t->cols + i] = a->data[i * a->cols + j];
}

static void product(int m, int n, const float *a, int lda, float *b, int ldb)
{
    if (n <= ldb)
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                b[i * ldb + j] = 2 * a[i * lda + j];
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 48;
    struct matrix *a = create(n, n + 2), *b = create(n + 2, n), *c = create(n, n), *t = create(n, n);
    for (int i = 0; i < n * (n + 2); i++) {
        a->data[i] = i % 7;
        b->data[i] = i % 5;
    }
    if (multiply(a, b, c))
        return 1;
    transpose(c, t);
    float *p = malloc(n * n * sizeof *p), *q = malloc(n * n * sizeof *q);
    for (int i = 0; i < n * n; i++)
        p[i] = t->data[i], q[i] = 0;
    product(n, n - 1, p, n, q, n);
    double sum = 0;
    for (int i = 0; i < n * n; i++)
        sum += q[i] * (i % 3);
    printf("%.1f\n", sum);
    destroy(a);
    destroy(b);
    destroy(c);
    destroy(t);
    free(p);
    free(q);
    return 0;
}
