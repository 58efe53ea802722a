// A symmetric system solved by conjugate gradients, the matrix a stencil of five points.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void apply(double *out, const double *in, int side)
{
    for (int i = 0; i < side; i++)
        for (int j = 0; j < side; j++) {
            double value = 4.0 * in[i * side + j];
            if (i > 0)
                value -= in[(i - 1) * side + j];
            if (i < side - 1)
                value -= in[(i + 1) * side + j];
            if (j > 0)
                value -= in[i * side + j - 1];
            if (j < side - 1)
                value -= in[i * side + j + 1];
            out[i * side + j] = value;
        }
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 24, n = side * side;
    double *x = calloc(n, sizeof(double)), *r = malloc(sizeof(double) * n), *p = malloc(sizeof(double) * n),
           *ap = malloc(sizeof(double) * n);
    if (!x || !r || !p || !ap)
        return 1;
    for (int i = 0; i < n; i++) {
        r[i] = 1.0 + i % 3;
        p[i] = r[i];
    }
    double rr = dot(r, r, n);
    int rounds = 0;
    while (rr > 1e-8 && rounds < 200) {
        apply(ap, p, side);
        double alpha = rr / dot(p, ap, n);
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        }
        double next = dot(r, r, n);
        for (int i = 0; i < n; i++)
            p[i] = r[i] + next / rr * p[i];
        rr = next;
        rounds++;
    }
    printf("%.5g %.5g\n", x[0], x[n / 2]);
    free(x);
    free(r);
    free(p);
    free(ap);
    return 0;
}
