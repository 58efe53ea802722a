// A sparse matrix, row by row, times a vector, some times over.
#include <stdio.h>
#include <stdlib.h>

struct sparse {
    int rows;
    int *start, *column;
    float *value;
};

static void multiply(const struct sparse *m, const float *x, float *y)
{
    for (int r = 0; r < m->rows; r++) {
        float sum = 0;
        for (int k = m->start[r]; k < m->start[r + 1]; k++)
            sum += m->value[k] * x[m->column[k]];
        y[r] = sum;
    }
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 400;
    struct sparse m = { n, malloc(sizeof(int) * (n + 1)), malloc(sizeof(int) * 5 * n), malloc(sizeof(float) * 5 * n) };
    float *x = malloc(sizeof(float) * n), *y = malloc(sizeof(float) * n);
    if (!m.start || !m.column || !m.value || !x || !y)
        return 1;
    int used = 0;
    for (int r = 0; r < n; r++) {
        m.start[r] = used;
        for (int k = 0; k < 1 + r % 5; k++) {
            m.column[used] = (r * 17 + k * 29) % n;
            m.value[used++] = (float)((r + k) % 7) * 0.1f;
        }
        x[r] = 1.0f + (float)(r % 3);
    }
    m.start[n] = used;
    for (int t = 0; t < 4; t++) {
        multiply(&m, x, y);
        for (int r = 0; r < n; r++)
            x[r] = 0.5f * x[r] + 0.5f * y[r];
    }
    double sum = 0;
    for (int r = 0; r < n; r++)
        sum += x[r];
    printf("%.5g %.5g\n", sum, x[n / 2]);
    free(m.start);
    free(m.column);
    free(m.value);
    free(x);
    free(y);
    return 0;
}
