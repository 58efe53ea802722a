// A random matrix and vector, and the product in double precision.
#include "../harness.h"
#include "mv.h"

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
    for (int i = 0; i < N; i++) {
        double sum = 0;
        for (int j = 0; j < N; j++)
            sum += (double)a[i][j] * x[j];
        compare(&e, sum, y[i]);
    }
    return verdict("mv", e, 1e-4);
}
