#include <stdlib.h>
#include <math.h>
#include "sparse.h"

int cg(csr_t *A, double *b, double *x, cg_params *p)
{
    int n = A->n, nnz = A->nnz, it;
    double *r = malloc(n * sizeof *r), *d = malloc(n * sizeof *d), *q = malloc(n * sizeof *q);
    double rho, rho0, alpha;

    for (int i = 0; i < n; i++) { x[i] = 0; r[i] = b[i]; d[i] = b[i]; }

#pragma hicuda global alloc A->row[0:n] copyin
#pragma hicuda global alloc A->col[0:nnz-1] copyin
#pragma hicuda global alloc A->val[0:nnz-1] copyin
#pragma hicuda global alloc x[0:n-1] copyin
#pragma hicuda global alloc r[0:n-1] copyin
#pragma hicuda global alloc d[0:n-1] copyin
#pragma hicuda global alloc q[0:n-1]
    rho0 = rho = dot(r, r, n);
    for (it = 0; it < p->max_iter && rho > p->tol * p->tol * rho0; it++) {
        double next;
        spmv(A, d, q);
        alpha = rho / dot(d, q, n);
        axpy(alpha, d, x, n);
        axpy(-alpha, q, r, n);
        next = dot(r, r, n);
        xpby(r, next / rho, d, n);
        rho = next;
    }
#pragma hicuda global copyout x[0:n-1]
#pragma hicuda global free x r d q
#pragma hicuda global free A->row A->col A->val
    p->iters = it;
    p->resid = sqrt(rho);
    free(r); free(d); free(q);
    return rho <= p->tol * p->tol * rho0;
}
