// The machine's BLAS.
#include "library.h"
#include <cblas.h>

float dot(int n, const float *x, const float *y)
{
    return cblas_sdot(n, x, 1, y, 1);
}

void matrix_vector(int n, const float *a, const float *x, float *y)
{
    cblas_sgemv(CblasRowMajor, CblasNoTrans, n, n, 1, a, n, x, 1, 0, y, 1);
}
