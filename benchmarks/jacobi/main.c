// A random grid, and all of one step in double precision.
#include "../harness.h"
#include "jacobi.h"

int main(void)
{
    float (*a)[N] = room(N, sizeof *a), (*b)[N] = room(N, sizeof *b);
    unsigned seed = 7;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = uniform(&seed, -1, 1);
    step(a, b);

    if (is_only_timed())
        return 0;
    struct error e = { 0 };
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            compare(&e, 0.25 * ((double)a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]), b[i][j]);
    return verdict("jacobi", e, 1e-6);
}
