#ifndef SPARSE_H
#define SPARSE_H
#include <stddef.h>
typedef struct {
    int n;           /* rows */
    int nnz;
    int *row;        /* n + 1 */
    int *col;        /* nnz */
    double *val;     /* nnz */
} csr_t;

typedef struct {
    int max_iter;
    double tol;
    int iters;       /* out */
    double resid;    /* out */
} cg_params;

csr_t *laplace_2d(int m);
void csr_free(csr_t *A);
void spmv(const csr_t *A, const double *x, double *y);
double dot(const double *a, const double *b, int n);
void axpy(double alpha, const double *x, double *y, int n);
void xpby(const double *x, double beta, double *y, int n);
int cg(csr_t *A, double *b, double *x, cg_params *p);
#endif
