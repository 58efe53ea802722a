// annotate: --force --keep-order
// A clause of OpenMP may reorder sums, but not where their order is to be kept.
#include <stdio.h>

#define N 200

static int where[N], part[N];
static float x[N], y[N], bins[16];
static int counts[16];

int main(void)
{
    float sum = 0;
    for (int i = 0; i < N; i++) {
        where[i] = i * 7 % N;
        part[i] = i * i % 16;
        x[i] = i % 17 * 0.1f;
    }
    #pragma omp parallel for reduction(+: sum)
    for (int i = 0; i < N; i++) {
        sum += x[i];
        y[where[i]] = x[i];
    }
    #pragma omp parallel for reduction(+: bins[:16])
    for (int i = 0; i < N; i++)
        bins[part[i]] += x[i];
    #pragma omp parallel for reduction(+: counts)
    for (int i = 0; i < N; i++)
        counts[part[i]] += 1;
    printf("%g %g %g %d\n", sum, y[3], bins[4], counts[9]);
    return 0;
}
