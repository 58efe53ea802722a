//@ run: cpu
//@ also: parts/sparse-csr.c parts/sparse-blas1.c parts/sparse-cg.c
//@ flags: -Iinclude
// A solver for sparse systems: the matrix is a struct of arrays, the solver keeps them on
// the device, and the steps are functions of other files.
#include <stdio.h>
#include <stdlib.h>
#include "sparse.h"

int main(int argc, char **argv)
{
    int m = argc > 1 ? atoi(argv[1]) : 16;
    csr_t *A = laplace_2d(m);
    cg_params p = { .max_iter = 200, .tol = 1e-8 };
    double *b = malloc(A->n * sizeof *b), *x = malloc(A->n * sizeof *x), sum = 0;
    for (int i = 0; i < A->n; i++) b[i] = 1.0 + i % 3;
    int ok = cg(A, b, x, &p);
    for (int i = 0; i < A->n; i++) sum += x[i];
    printf("%s after %d iterations, sum %.6f\n", ok ? "converged" : "FAILED", p.iters, sum);
    free(b); free(x); csr_free(A);
    return !ok;
}
