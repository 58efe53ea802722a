// A random matrix and vector, and the product in double precision.
#include "../harness.h"
#include "mv-transposed.h"

int main(void)
{
    float (*a)[N] = room(N, sizeof *a), *x = room(N, sizeof *x), *y = room(N, sizeof *y);
    unsigned seed = 16384;

    for (int i = 0; i < N; i++) {
        x[i] = uniform(&seed, -1, 1);
        for (int j = 0; j < N; j++)
            a[i][j] = uniform(&seed, -1, 1);
    }
    multiply(a, x, y);

    if (is_only_timed())
        return 0;
    struct error e = { 0 };
    double *expected = room(N, sizeof *expected);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            expected[j] += (double)a[i][j] * x[i];
    for (int j = 0; j < N; j++)
        compare(&e, expected[j], y[j]);
    return verdict("mv-transposed", e, 1e-4);
}
