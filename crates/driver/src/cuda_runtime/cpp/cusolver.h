/* cuSOLVER's dense factors on the processor, of matrices by columns: LU with pivots, Cholesky, and the systems
   that they solve. What a function says about its matrix is in `info`, as with LAPACK. */
#ifndef CUSOLVERDN_H_
#define CUSOLVERDN_H_
#define CUSOLVER_COMMON_H_
#include "warploom/cublas.h"

enum cusolverStatus_t {
    CUSOLVER_STATUS_SUCCESS, CUSOLVER_STATUS_NOT_INITIALIZED, CUSOLVER_STATUS_ALLOC_FAILED, CUSOLVER_STATUS_INVALID_VALUE,
    CUSOLVER_STATUS_ARCH_MISMATCH, CUSOLVER_STATUS_MAPPING_ERROR, CUSOLVER_STATUS_EXECUTION_FAILED, CUSOLVER_STATUS_INTERNAL_ERROR,
    CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSOLVER_STATUS_NOT_SUPPORTED, CUSOLVER_STATUS_ZERO_PIVOT, CUSOLVER_STATUS_INVALID_LICENSE,
    CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED, CUSOLVER_STATUS_IRS_PARAMS_INVALID, CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC,
    CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE, CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER, CUSOLVER_STATUS_IRS_INTERNAL_ERROR = 20,
    CUSOLVER_STATUS_IRS_NOT_SUPPORTED, CUSOLVER_STATUS_IRS_OUT_OF_RANGE, CUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES,
    CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED = 25
};
typedef struct cusolverDnContext { cudaStream_t stream; } *cusolverDnHandle_t;
inline cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle) { *handle = new cusolverDnContext(); return CUSOLVER_STATUS_SUCCESS; }
inline cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle) { delete handle; return CUSOLVER_STATUS_SUCCESS; }
inline cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream) { handle->stream = stream; return CUSOLVER_STATUS_SUCCESS; }

#define WARPLOOM_SOLVER(P, T)                                                                                            \
    inline cusolverStatus_t cusolverDn##P##getrf_bufferSize(cusolverDnHandle_t, int, int, T *, int, int *size) { *size = 16; return CUSOLVER_STATUS_SUCCESS; } \
    inline cusolverStatus_t cusolverDn##P##getrf(cusolverDnHandle_t, int m, int n, T *a, int lda, T *, int *pivots, int *info) \
    {                                                                                                                    \
        *info = ::warploom::factor_lu(m, n, a, lda, pivots);                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                                                  \
    }                                                                                                                    \
    inline cusolverStatus_t cusolverDn##P##getrs(cusolverDnHandle_t, cublasOperation_t op, int n, int columns, const T *a, int lda, const int *pivots, T *b, int ldb, int *info) \
    {                                                                                                                    \
        ::warploom::solve_lu(op, n, columns, a, lda, pivots, b, ldb);                                                    \
        *info = 0;                                                                                                       \
        return CUSOLVER_STATUS_SUCCESS;                                                                                  \
    }                                                                                                                    \
    inline cusolverStatus_t cusolverDn##P##potrf_bufferSize(cusolverDnHandle_t, cublasFillMode_t, int, T *, int, int *size) { *size = 16; return CUSOLVER_STATUS_SUCCESS; } \
    inline cusolverStatus_t cusolverDn##P##potrf(cusolverDnHandle_t, cublasFillMode_t fill, int n, T *a, int lda, T *, int, int *info) \
    {                                                                                                                    \
        /* The element of L, which stands as U's turned one in the upper half. */                                        \
        const auto at = [&](int i, int j) -> T & { return fill == CUBLAS_FILL_MODE_LOWER ? a[i + (size_t)j * lda] : a[j + (size_t)i * lda]; }; \
        *info = 0;                                                                                                       \
        for (int j = 0; j < n; j++) {                                                                                    \
            T square = at(j, j);                                                                                         \
            for (int k = 0; k < j; k++)                                                                                  \
                square -= at(j, k) * at(j, k);                                                                           \
            if (!(square > 0)) {                                                                                         \
                *info = j + 1;                                                                                           \
                return CUSOLVER_STATUS_SUCCESS;                                                                          \
            }                                                                                                            \
            at(j, j) = std::sqrt(square);                                                                                \
            for (int i = j + 1; i < n; i++) {                                                                            \
                T sum = at(i, j);                                                                                        \
                for (int k = 0; k < j; k++)                                                                              \
                    sum -= at(i, k) * at(j, k);                                                                          \
                at(i, j) = sum / at(j, j);                                                                               \
            }                                                                                                            \
        }                                                                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                                                  \
    }                                                                                                                    \
    inline cusolverStatus_t cusolverDn##P##potrs(cusolverDnHandle_t, cublasFillMode_t fill, int n, int columns, const T *a, int lda, T *b, int ldb, int *info) \
    {                                                                                                                    \
        const auto at = [&](int i, int j) { return fill == CUBLAS_FILL_MODE_LOWER ? a[i + (size_t)j * lda] : a[j + (size_t)i * lda]; }; \
        for (int c = 0; c < columns; c++) {                                                                              \
            T *x = b + (size_t)c * ldb;                                                                                  \
            for (int i = 0; i < n; i++) {                                                                                \
                for (int k = 0; k < i; k++)                                                                              \
                    x[i] -= at(i, k) * x[k];                                                                             \
                x[i] /= at(i, i);                                                                                        \
            }                                                                                                            \
            for (int i = n - 1; i >= 0; i--) {                                                                           \
                for (int k = i + 1; k < n; k++)                                                                          \
                    x[i] -= at(k, i) * x[k];                                                                             \
                x[i] /= at(i, i);                                                                                        \
            }                                                                                                            \
        }                                                                                                                \
        *info = 0;                                                                                                       \
        return CUSOLVER_STATUS_SUCCESS;                                                                                  \
    }
WARPLOOM_SOLVER(S, float)
WARPLOOM_SOLVER(D, double)

#endif
