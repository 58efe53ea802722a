// annotate: --force
// Which elements these loops touch, only their author knows, who says so to OpenMP.
#include <stdio.h>

#define N 96
#define M 40

static int where[N * M], part[N * M];
static double x[N * M], y[N * M], bins[16], total;

/* Which threads come here is not said. */
static void orphan(void)
{
    #pragma omp for
    for (int i = 0; i < N * M; i++)
        y[where[i]] += 1;
}

int main(void)
{
    double list[4], sum = 0, last;
    int i, j, k, n;
    for (i = 0; i < N * M; i++) {
        where[i] = i * 7 % (N * M);
        part[i] = i * i % 16;
        x[i] = i % 17;
    }
    #pragma omp parallel for schedule(static) num_threads(4)
    for (i = 0; i < N * M; i++)
        y[where[i]] = 2 * x[i];
    #pragma omp parallel for collapse(2)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            y[where[i * M + j]] += x[i * M + j];
    /* The loop over `j` is not spoken of. */
    #pragma omp parallel for private(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < M; j++)
            y[where[i * M + j]] += 1;
    #pragma omp parallel for reduction(+: sum)
    for (i = 0; i < N * M; i++) {
        sum += x[i];
        y[where[i]] -= x[i];
    }
    #pragma omp parallel for reduction(+: bins[:16])
    for (i = 0; i < N * M; i++)
        bins[part[i]] += x[i];
    #pragma omp parallel for private(list, k, n)
    for (i = 0; i < N; i++) {
        n = 0;
        for (k = 0; k < 4; k++)
            if (x[i + k] > 8)
                list[n++] = x[i + k];
        for (k = 0; k < n; k++)
            y[i] += list[k];
    }
    #pragma omp parallel for private(last, k)
    for (i = 0; i < N; i++) {
        for (k = i; k < part[i] + i + 1; k++)
            last = x[k];
        y[where[i]] = last;
    }
    #pragma omp parallel private(i)
    {
        #pragma omp for nowait
        for (i = 0; i < N * M; i++)
            y[where[i]] += x[i];
    }
    orphan();
    for (i = 0; i < N * M; i++)
        total += y[i] * (i % 5);
    printf("%g %g %g %g %g\n", sum, bins[0], bins[9], y[7], total);
    return 0;
}
