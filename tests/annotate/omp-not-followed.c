// annotate: --force
// What a pragma says is not followed where it is proven wrong, or where only threads have what it needs. There is one
// thread, so that wrong pragmas do no harm on the host.
#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
static int omp_get_thread_num(void) { return 0; }
#endif

#define N 200

static int where[N];
static double x[N], y[N], shares[8][N], scratch[N];
#pragma omp threadprivate(scratch)

static void add(int i)
{
    #pragma omp atomic
    y[where[i]] += x[i];
}

int main(void)
{
    double start[4] = { 1, 2, 3, 4 }, carried, combined = 0;
    int i;
    for (i = 0; i < N; i++) {
        where[i] = i * 7 % N;
        x[i] = i % 17;
    }
    /* Each needs the one before. */
    #pragma omp parallel for num_threads(1)
    for (i = 1; i < N; i++)
        y[i] = y[i - 1] + x[i];
    #pragma omp parallel for num_threads(1) private(carried)
    for (i = 0; i < N; i++) {
        if (i == 0)
            carried = x[0];
        y[where[i]] = carried;
        carried = carried + x[i];
    }
    #pragma omp parallel for num_threads(1) reduction(+: combined)
    for (i = 0; i < N; i++)
        combined = combined * 0.5 + x[i];
    /* One at a time. */
    #pragma omp parallel for num_threads(1)
    for (i = 0; i < N; i++) {
        #pragma omp critical
        y[where[i] / 2] = x[i];
    }
    #pragma omp parallel for num_threads(1)
    for (i = 0; i < N; i++)
        add(i);
    #pragma omp parallel for num_threads(1) ordered
    for (i = 0; i < N; i++)
        y[where[i] / 2] = x[i];
    /* Each thread has its own. */
    #pragma omp parallel for num_threads(1)
    for (i = 0; i < N; i++)
        scratch[where[i] / 2] = x[i];
    #pragma omp parallel num_threads(1)
    {
        int own = omp_get_thread_num() % 8;
        #pragma omp for
        for (i = 0; i < N; i++)
            shares[own][where[i] / 2] += x[i];
    }
    #pragma omp parallel for num_threads(1) firstprivate(start)
    for (i = 0; i < N; i++) {
        start[where[i] % 4] += x[i];
        y[i] = start[where[i] % 4];
    }
    /* Lanes may run one behind the other. */
    #pragma omp simd
    for (i = 0; i < N; i++)
        y[where[i] / 2] += x[i];
    printf("%g %g %g %g %g\n", y[7], y[150], combined, scratch[9], shares[0][3]);
    return 0;
}
