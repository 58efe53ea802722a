// Random matrices, and some elements of their product in double precision.
#include "../harness.h"
#include "matmul-tile.h"

int main(void)
{
    float (*a)[N] = room(N, sizeof *a), (*b)[N] = room(N, sizeof *b), (*c)[N] = room(N, sizeof *c);
    unsigned seed = 2008;

    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = uniform(&seed, -0.5f, 0.5f);
            b[i][j] = uniform(&seed, -0.5f, 0.5f);
        }
    multiply(a, b, c);

    if (is_only_timed())
        return 0;
    struct error e = { 0 };
    for (int at = 0; at < 2000; at++) {
        int i = at * 7919 % N, j = at * 104729 % N;
        double sum = 0;
        for (int k = 0; k < N; k++)
            sum += (double)a[i][k] * b[k][j];
        compare(&e, sum, c[i][j]);
    }
    return verdict("matmul-tile", e, 1e-4);
}
