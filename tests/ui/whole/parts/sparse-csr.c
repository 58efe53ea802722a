#include <stdlib.h>
#include "sparse.h"

csr_t *laplace_2d(int m)
{
    csr_t *A = malloc(sizeof *A);
    int i, j, k = 0;
    A->n = m * m;
    A->row = malloc((A->n + 1) * sizeof(int));
    A->col = malloc(5 * A->n * sizeof(int));
    A->val = malloc(5 * A->n * sizeof(double));
    for (i = 0; i < m; i++)
        for (j = 0; j < m; j++) {
            int r = i * m + j;
            A->row[r] = k;
            if (i > 0)     { A->col[k] = r - m; A->val[k++] = -1.0; }
            if (j > 0)     { A->col[k] = r - 1; A->val[k++] = -1.0; }
            A->col[k] = r; A->val[k++] = 4.0;
            if (j < m - 1) { A->col[k] = r + 1; A->val[k++] = -1.0; }
            if (i < m - 1) { A->col[k] = r + m; A->val[k++] = -1.0; }
        }
    A->row[A->n] = A->nnz = k;
    return A;
}

void csr_free(csr_t *A)
{
    free(A->row); free(A->col); free(A->val); free(A);
}

void spmv(const csr_t *A, const double *x, double *y)
{
    int i, n = A->n;
#pragma hicuda kernel spmv_rows tblock(16) thread(64)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < n; i++) {
        double s = 0.0;
        for (int k = A->row[i]; k < A->row[i + 1]; k++) //~ W1085
            s += A->val[k] * x[A->col[k]];
        y[i] = s;
    }
#pragma hicuda kernel_end
}
