// cuBLAS, on the device's memory.
#include "library.h"
#include <cublas_v2.h>
#include <stdio.h>
#include <stdlib.h>

static cublasHandle_t handle(void)
{
    static cublasHandle_t made;
    if (!made && cublasCreate(&made) != CUBLAS_STATUS_SUCCESS) {
        fprintf(stderr, "cuBLAS cannot be started\n");
        exit(2);
    }
    return made;
}

static void check(cublasStatus_t status)
{
    if (status != CUBLAS_STATUS_SUCCESS) {
        fprintf(stderr, "cuBLAS: error %d\n", (int)status);
        exit(2);
    }
}

float dot(int n, const float *x, const float *y)
{
    float result;
    check(cublasSdot(handle(), n, x, 1, y, 1, &result));
    return result;
}

// cuBLAS counts by columns: the rows of A are the columns of its transpose.
void matrix_vector(int n, const float *a, const float *x, float *y)
{
    const float one = 1, zero = 0;
    check(cublasSgemv(handle(), CUBLAS_OP_T, n, n, &one, a, n, x, 1, &zero, y, 1));
}
