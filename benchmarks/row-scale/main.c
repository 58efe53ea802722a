// A random matrix and factors, and all products in double precision.
#include "../harness.h"
#include "row-scale.h"

int main(void)
{
    float (*a)[N] = room(N, sizeof *a), (*b)[N] = room(N, sizeof *b), *factor = room(N, sizeof *factor);
    unsigned seed = 12288;

    for (int i = 0; i < N; i++) {
        factor[i] = uniform(&seed, -2, 2);
        for (int j = 0; j < N; j++)
            a[i][j] = uniform(&seed, -1, 1);
    }
    scale(a, factor, b);

    if (is_only_timed())
        return 0;
    struct error e = { 0 };
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            compare(&e, (double)factor[i] * a[i][j], b[i][j]);
    return verdict("row-scale", e, 1e-6);
}
