// annotate: --force --replace-omp
// Pragmas go where kernels have taken their place, and stay where threads of the host still need them.
#include <stdio.h>

#define N 160
#define EACH _Pragma("omp parallel for")

static double a[N], b[N], c[N][N];
static int where[N];

static void double_all(double *x)
{
    #pragma omp for
    for (int i = 0; i < N; i++)
        x[i] = 2 * x[i];
}

int main(void)
{
    int i, j;
    double sum = 0;
    #pragma omp parallel for \
        schedule(static) \
        private(j)
    for (i = 0; i < N; i++) {
        where[i] = i * 7 % N;
        a[i] = i % 13; // not of the pragma
        #pragma omp simd
        for (j = 0; j < N; j++)
            c[i][j] = i + j;
    }
    #  pragma omp parallel for /* above
                                 a loop */
    for (i = 0; i < N; i++)
        b[where[i]] = a[i];
    /* All of this region became kernels. */
    #pragma omp parallel private(i)
    {
        #pragma omp for
        for (i = 0; i < N; i++)
            a[i] = b[i] + 1;
        #pragma omp barrier
        #pragma omp for
        for (i = 0; i < N; i++)
            b[i] = a[i] * 2;
    }
    /* Of this one only a part. */
    #pragma omp parallel
    {
        #pragma omp for
        for (int k = 0; k < N; k++)
            a[k] = a[k] + 1;
        #pragma omp single
        for (int k = 1; k < N; k++)
            b[k] = b[k - 1] * 0.5 + a[k];
    }
    /* None of this one. */
    #pragma omp parallel for ordered
    for (i = 1; i < N; i++) {
        #pragma omp ordered
        a[i] = a[i - 1] * 0.25 + b[i];
    }
    _Pragma("omp parallel for")
    for (i = 0; i < N; i++)
        b[i] += a[i];
    EACH
    for (i = 0; i < N; i++)
        a[i] += b[i];
    #pragma omp parallel
    double_all(a);
    #pragma omp parallel for reduction(+: sum)
    for (i = 0; i < N; i++)
        sum += c[i][i] + (int)a[i];
    printf("%g %g %g\n", sum, a[100], b[31]);
    return 0;
}
