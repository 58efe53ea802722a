/* The functions of cuBLAS that programs use most, on the processor: matrices lie column by
   column, and memory of the device is memory like any other here. */
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_
#include "warploom/values.h"
#include <algorithm>
#include <cmath>
#include <vector>

enum cublasStatus_t {
    CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11, CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15, CUBLAS_STATUS_LICENSE_ERROR = 16
};
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasMath_t {
    CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
};
enum cublasComputeType_t {
    CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
};
enum cublasGemmAlgo_t { CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99, CUBLAS_GEMM_DFALT_TENSOR_OP = 99 };

typedef struct cublasContext { cublasPointerMode_t mode; cudaStream_t stream; } *cublasHandle_t;
inline cublasStatus_t cublasCreate(cublasHandle_t *handle) { *handle = new cublasContext(); return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasDestroy(cublasHandle_t handle) { delete handle; return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream) { handle->stream = stream; return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream) { *stream = handle->stream; return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode) { handle->mode = mode; return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode) { *mode = handle->mode; return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetMathMode(cublasHandle_t, cublasMath_t) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasSetWorkspace(cublasHandle_t, void *, size_t) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasGetVersion(cublasHandle_t, int *version) { *version = 130000; return CUBLAS_STATUS_SUCCESS; }
inline const char *cublasGetStatusName(cublasStatus_t status) { return status == CUBLAS_STATUS_SUCCESS ? "CUBLAS_STATUS_SUCCESS" : "CUBLAS_STATUS_NOT_SUPPORTED"; }
inline const char *cublasGetStatusString(cublasStatus_t status) { return cublasGetStatusName(status); }

inline cublasStatus_t cublasSetVector(int n, int size, const void *from, int from_step, void *to, int to_step)
{
    for (int i = 0; i < n; i++)
        __builtin_memcpy((char *)to + (size_t)i * to_step * size, (const char *)from + (size_t)i * from_step * size, size);
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasGetVector(int n, int size, const void *from, int from_step, void *to, int to_step) { return cublasSetVector(n, size, from, from_step, to, to_step); }
inline cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *from, int from_rows, void *to, int to_rows)
{
    for (int j = 0; j < columns; j++)
        __builtin_memcpy((char *)to + (size_t)j * to_rows * size, (const char *)from + (size_t)j * from_rows * size, (size_t)rows * size);
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *from, int from_rows, void *to, int to_rows) { return cublasSetMatrix(rows, columns, size, from, from_rows, to, to_rows); }

namespace warploom {

/* Where an operation sums, for elements of some type. */
template <class T> struct sum_of { typedef T type; };
template <> struct sum_of<__half> { typedef float type; };
template <> struct sum_of<__nv_bfloat16> { typedef float type; };
template <> struct sum_of<signed char> { typedef int type; };
inline cuComplex conjugate(cuComplex x) { return cuConjf(x); }
inline cuDoubleComplex conjugate(cuDoubleComplex x) { return cuConj(x); }
template <class T> inline T conjugate(T x) { return x; }
template <class T> inline T plus(T a, T b) { return a + b; }
template <class T> inline T times(T a, T b) { return a * b; }
inline cuComplex plus(cuComplex a, cuComplex b) { return cuCaddf(a, b); }
inline cuComplex times(cuComplex a, cuComplex b) { return cuCmulf(a, b); }
inline cuDoubleComplex plus(cuDoubleComplex a, cuDoubleComplex b) { return cuCadd(a, b); }
inline cuDoubleComplex times(cuDoubleComplex a, cuDoubleComplex b) { return cuCmul(a, b); }
template <class T> inline bool is_zero(T a) { return a == T(0); }
inline bool is_zero(cuComplex a) { return a.x == 0 && a.y == 0; }
inline bool is_zero(cuDoubleComplex a) { return a.x == 0 && a.y == 0; }

template <class T> inline T element(const T *a, size_t rows, cublasOperation_t op, size_t i, size_t j)
{
    const T found = op == CUBLAS_OP_N ? a[i + j * rows] : a[j + i * rows];
    return op == CUBLAS_OP_C ? conjugate(found) : found;
}
/* C = alpha op(A) op(B) + beta C; what beta of zero multiplies is not looked at. */
template <class S, class A, class C>
inline cublasStatus_t gemm(cublasOperation_t of_a, cublasOperation_t of_b, int m, int n, int k, S alpha, const A *a, size_t lda, const A *b, size_t ldb, S beta, C *c, size_t ldc)
{
    std::vector<S> column(m);
    for (int j = 0; j < n; j++) {
        std::fill(column.begin(), column.end(), S());
        for (int l = 0; l < k; l++) {
            const S factor = (S)element(b, ldb, of_b, l, j);
            if (of_a == CUBLAS_OP_N)
                for (int i = 0; i < m; i++)
                    column[i] = plus(column[i], times((S)a[i + (size_t)l * lda], factor));
            else
                for (int i = 0; i < m; i++)
                    column[i] = plus(column[i], times((S)element(a, lda, of_a, i, l), factor));
        }
        for (int i = 0; i < m; i++) {
            C &to = c[i + (size_t)j * ldc];
            const S product = times(alpha, column[i]);
            to = (C)(is_zero(beta) ? product : plus(product, times(beta, (S)to)));
        }
    }
    return CUBLAS_STATUS_SUCCESS;
}

}

#define WARPLOOM_BLAS(P, T)                                                                                              \
    inline cublasStatus_t cublas##P##gemm(cublasHandle_t, cublasOperation_t oa, cublasOperation_t ob, int m, int n, int k, const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc) \
    {                                                                                                                    \
        typedef ::warploom::sum_of<T>::type S;                                                                           \
        return ::warploom::gemm<S>(oa, ob, m, n, k, (S)*alpha, a, lda, b, ldb, (S)*beta, c, ldc);                        \
    }                                                                                                                    \
    inline cublasStatus_t cublas##P##gemmBatched(cublasHandle_t h, cublasOperation_t oa, cublasOperation_t ob, int m, int n, int k, const T *alpha, const T *const a[], int lda, const T *const b[], int ldb, const T *beta, T *const c[], int ldc, int count) \
    {                                                                                                                    \
        for (int i = 0; i < count; i++)                                                                                  \
            cublas##P##gemm(h, oa, ob, m, n, k, alpha, a[i], lda, b[i], ldb, beta, c[i], ldc);                           \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }                                                                                                                    \
    inline cublasStatus_t cublas##P##gemmStridedBatched(cublasHandle_t h, cublasOperation_t oa, cublasOperation_t ob, int m, int n, int k, const T *alpha, const T *a, int lda, long long sa, const T *b, int ldb, long long sb, const T *beta, T *c, int ldc, long long sc, int count) \
    {                                                                                                                    \
        for (int i = 0; i < count; i++)                                                                                  \
            cublas##P##gemm(h, oa, ob, m, n, k, alpha, a + i * sa, lda, b + i * sb, ldb, beta, c + i * sc, ldc);         \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }
#define WARPLOOM_BLAS_1(P, T)                                                                                            \
    WARPLOOM_BLAS(P, T)                                                                                                  \
    inline cublasStatus_t cublas##P##axpy(cublasHandle_t, int n, const T *alpha, const T *x, int sx, T *y, int sy)       \
    {                                                                                                                    \
        for (int i = 0; i < n; i++)                                                                                      \
            y[(size_t)i * sy] += *alpha * x[(size_t)i * sx];                                                             \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }                                                                                                                    \
    inline cublasStatus_t cublas##P##scal(cublasHandle_t, int n, const T *alpha, T *x, int sx)                           \
    {                                                                                                                    \
        for (int i = 0; i < n; i++)                                                                                      \
            x[(size_t)i * sx] *= *alpha;                                                                                 \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }                                                                                                                    \
    inline cublasStatus_t cublas##P##copy(cublasHandle_t, int n, const T *x, int sx, T *y, int sy)                       \
    {                                                                                                                    \
        for (int i = 0; i < n; i++)                                                                                      \
            y[(size_t)i * sy] = x[(size_t)i * sx];                                                                       \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }                                                                                                                    \
    inline cublasStatus_t cublas##P##swap(cublasHandle_t, int n, T *x, int sx, T *y, int sy)                             \
    {                                                                                                                    \
        for (int i = 0; i < n; i++)                                                                                      \
            std::swap(x[(size_t)i * sx], y[(size_t)i * sy]);                                                             \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }                                                                                                                    \
    inline cublasStatus_t cublas##P##dot(cublasHandle_t, int n, const T *x, int sx, const T *y, int sy, T *result)       \
    {                                                                                                                    \
        double sum = 0;                                                                                                  \
        for (int i = 0; i < n; i++)                                                                                      \
            sum += (double)x[(size_t)i * sx] * y[(size_t)i * sy];                                                        \
        *result = (T)sum;                                                                                                \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }                                                                                                                    \
    inline cublasStatus_t cublas##P##nrm2(cublasHandle_t, int n, const T *x, int sx, T *result)                          \
    {                                                                                                                    \
        long double sum = 0;                                                                                             \
        for (int i = 0; i < n; i++)                                                                                      \
            sum += (long double)x[(size_t)i * sx] * x[(size_t)i * sx];                                                   \
        *result = (T)std::sqrt(sum);                                                                                     \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }                                                                                                                    \
    inline cublasStatus_t cublas##P##asum(cublasHandle_t, int n, const T *x, int sx, T *result)                          \
    {                                                                                                                    \
        double sum = 0;                                                                                                  \
        for (int i = 0; i < n; i++)                                                                                      \
            sum += std::fabs(x[(size_t)i * sx]);                                                                         \
        *result = (T)sum;                                                                                                \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }                                                                                                                    \
    inline cublasStatus_t cublasI##P##max(cublasHandle_t, int n, const T *x, int sx, int *result)                        \
    {                                                                                                                    \
        int best = 0;                                                                                                    \
        for (int i = 1; i < n; i++)                                                                                      \
            best = std::fabs(x[(size_t)i * sx]) > std::fabs(x[(size_t)best * sx]) ? i : best;                            \
        *result = n > 0 ? best + 1 : 0;                                                                                  \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }                                                                                                                    \
    inline cublasStatus_t cublas##P##gemv(cublasHandle_t, cublasOperation_t op, int m, int n, const T *alpha, const T *a, int lda, const T *x, int sx, const T *beta, T *y, int sy) \
    {                                                                                                                    \
        const int rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;                                 \
        for (int i = 0; i < rows; i++) {                                                                                 \
            T sum = 0;                                                                                                   \
            for (int j = 0; j < columns; j++)                                                                            \
                sum += ::warploom::element(a, lda, op, i, j) * x[(size_t)j * sx];                                        \
            T &to = y[(size_t)i * sy];                                                                                   \
            to = *alpha * sum + (*beta == 0 ? 0 : *beta * to);                                                           \
        }                                                                                                                \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }                                                                                                                    \
    inline cublasStatus_t cublas##P##ger(cublasHandle_t, int m, int n, const T *alpha, const T *x, int sx, const T *y, int sy, T *a, int lda) \
    {                                                                                                                    \
        for (int j = 0; j < n; j++)                                                                                      \
            for (int i = 0; i < m; i++)                                                                                  \
                a[i + (size_t)j * lda] += *alpha * x[(size_t)i * sx] * y[(size_t)j * sy];                                \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }                                                                                                                    \
    inline cublasStatus_t cublas##P##geam(cublasHandle_t, cublasOperation_t oa, cublasOperation_t ob, int m, int n, const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb, T *c, int ldc) \
    {                                                                                                                    \
        for (int j = 0; j < n; j++)                                                                                      \
            for (int i = 0; i < m; i++)                                                                                  \
                c[i + (size_t)j * ldc] = (*alpha == 0 ? 0 : *alpha * ::warploom::element(a, lda, oa, i, j))              \
                    + (*beta == 0 ? 0 : *beta * ::warploom::element(b, ldb, ob, i, j));                                  \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }
#define cublasIsamax cublasISmax
#define cublasIdamax cublasIDmax
WARPLOOM_BLAS_1(S, float)
WARPLOOM_BLAS_1(D, double)
WARPLOOM_BLAS(H, __half)
WARPLOOM_BLAS(C, cuComplex)
WARPLOOM_BLAS(Z, cuDoubleComplex)

/* The types are told when it runs; sums are of the type that the result or the computation has. */
template <class Compute>
inline cublasStatus_t cublasGemmEx(cublasHandle_t h, cublasOperation_t oa, cublasOperation_t ob, int m, int n, int k, const void *alpha, const void *a, cudaDataType ta, int lda, const void *b, cudaDataType tb, int ldb, const void *beta, void *c, cudaDataType tc, int ldc, Compute compute, cublasGemmAlgo_t)
{
    const bool in_half = (int)compute == CUBLAS_COMPUTE_16F || (int)compute == CUBLAS_COMPUTE_16F_PEDANTIC;
    const float x = in_half ? (float)*(const __half *)alpha : *(const float *)alpha;
    const float y = in_half ? (float)*(const __half *)beta : *(const float *)beta;
#define WARPLOOM_GEMM(TA, TYPE_A, TC, TYPE_C) \
    if (ta == TA && tb == TA && tc == TC)     \
        return ::warploom::gemm<float>(oa, ob, m, n, k, x, (const TYPE_A *)a, lda, (const TYPE_A *)b, ldb, y, (TYPE_C *)c, ldc);
    WARPLOOM_GEMM(CUDA_R_32F, float, CUDA_R_32F, float)
    WARPLOOM_GEMM(CUDA_R_16F, __half, CUDA_R_16F, __half)
    WARPLOOM_GEMM(CUDA_R_16F, __half, CUDA_R_32F, float)
    WARPLOOM_GEMM(CUDA_R_16BF, __nv_bfloat16, CUDA_R_16BF, __nv_bfloat16)
    WARPLOOM_GEMM(CUDA_R_16BF, __nv_bfloat16, CUDA_R_32F, float)
#undef WARPLOOM_GEMM
    if (ta == CUDA_R_64F && tc == CUDA_R_64F)
        return cublasDgemm(h, oa, ob, m, n, k, (const double *)alpha, (const double *)a, lda, (const double *)b, ldb, (const double *)beta, (double *)c, ldc);
    if (ta == CUDA_R_8I && tc == CUDA_R_32I)
        return ::warploom::gemm<int>(oa, ob, m, n, k, *(const int *)alpha, (const signed char *)a, lda, (const signed char *)b, ldb, *(const int *)beta, (int *)c, ldc);
    return CUBLAS_STATUS_NOT_SUPPORTED;
}
template <class Compute>
inline cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t h, cublasOperation_t oa, cublasOperation_t ob, int m, int n, int k, const void *alpha, const void *a, cudaDataType ta, int lda, long long sa, const void *b, cudaDataType tb, int ldb, long long sb, const void *beta, void *c, cudaDataType tc, int ldc, long long sc, int count, Compute compute, cublasGemmAlgo_t algorithm)
{
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    for (long long i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++)
        status = cublasGemmEx(h, oa, ob, m, n, k, alpha, (const char *)a + i * sa * ::warploom::bytes_of(ta), ta, lda,
                              (const char *)b + i * sb * ::warploom::bytes_of(tb), tb, ldb, beta,
                              (char *)c + i * sc * ::warploom::bytes_of(tc), tc, ldc, compute, algorithm);
    return status;
}
template <class Compute>
inline cublasStatus_t cublasGemmBatchedEx(cublasHandle_t h, cublasOperation_t oa, cublasOperation_t ob, int m, int n, int k, const void *alpha, const void *const a[], cudaDataType ta, int lda, const void *const b[], cudaDataType tb, int ldb, const void *beta, void *const c[], cudaDataType tc, int ldc, int count, Compute compute, cublasGemmAlgo_t algorithm)
{
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++)
        status = cublasGemmEx(h, oa, ob, m, n, k, alpha, a[i], ta, lda, b[i], tb, ldb, beta, c[i], tc, ldc, compute, algorithm);
    return status;
}
inline cublasStatus_t cublasSgemmEx(cublasHandle_t h, cublasOperation_t oa, cublasOperation_t ob, int m, int n, int k, const float *alpha, const void *a, cudaDataType ta, int lda, const void *b, cudaDataType tb, int ldb, const float *beta, void *c, cudaDataType tc, int ldc)
{
    return cublasGemmEx(h, oa, ob, m, n, k, alpha, a, ta, lda, b, tb, ldb, beta, c, tc, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}
inline cublasStatus_t cublasDotEx(cublasHandle_t, int n, const void *x, cudaDataType tx, int sx, const void *y, cudaDataType ty, int sy, void *result, cudaDataType tr, cudaDataType)
{
    const ::warploom::Values left{(void *)x, tx}, right{(void *)y, ty}, sum{result, tr};
    ::warploom::number found = 0;
    for (int i = 0; i < n; i++)
        found += left[(int64_t)i * sx] * right[(int64_t)i * sy];
    sum.set(0, found);
    return CUBLAS_STATUS_SUCCESS;
}

namespace warploom {

/* LU in the places of A, by columns; rows change places with what `pivots` names from 1 on, or stay where there are none.
   The first place on the diagonal that is zero, from 1 on. */
template <class T> inline int factor_lu(int m, int n, T *a, int lda, int *pivots)
{
    const auto at = [&](int i, int j) -> T & { return a[i + (size_t)j * lda]; };
    int zero_at = 0;
    for (int j = 0; j < std::min(m, n); j++) {
        int pivot = j;
        for (int i = j + 1; i < m && pivots; i++)
            if (std::abs(at(i, j)) > std::abs(at(pivot, j)))
                pivot = i;
        if (pivots)
            pivots[j] = pivot + 1;
        if (at(pivot, j) == T(0)) {
            zero_at = zero_at ? zero_at : j + 1;
            continue;
        }
        for (int k = 0; k < n && pivot != j; k++)
            std::swap(at(j, k), at(pivot, k));
        for (int i = j + 1; i < m; i++)
            at(i, j) /= at(j, j);
        for (int k = j + 1; k < n; k++)
            for (int i = j + 1; i < m; i++)
                at(i, k) -= at(i, j) * at(j, k);
    }
    return zero_at;
}
/* Solves op(A) X = B in the places of B, of the factors above. */
template <class T> inline void solve_lu(cublasOperation_t op, int n, int columns, const T *a, int lda, const int *pivots, T *b, int ldb)
{
    const bool is_turned = op != CUBLAS_OP_N;
    const auto at = [&](int i, int j) { return is_turned ? a[j + (size_t)i * lda] : a[i + (size_t)j * lda]; };
    for (int c = 0; c < columns; c++) {
        T *x = b + (size_t)c * ldb;
        for (int j = 0; j < n && pivots && !is_turned; j++)
            std::swap(x[j], x[pivots[j] - 1]);
        // L has ones on its diagonal, also where it stands turned, above.
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < i; k++)
                x[i] -= at(i, k) * x[k];
            x[i] /= is_turned ? at(i, i) : T(1);
        }
        for (int i = n - 1; i >= 0; i--) {
            for (int k = i + 1; k < n; k++)
                x[i] -= at(i, k) * x[k];
            x[i] /= is_turned ? T(1) : at(i, i);
        }
        for (int j = n - 1; j >= 0 && pivots && is_turned; j--)
            std::swap(x[j], x[pivots[j] - 1]);
    }
}

}

#define WARPLOOM_BLAS_LU(P, T)                                                                                           \
    inline cublasStatus_t cublas##P##getrfBatched(cublasHandle_t, int n, T *const a[], int lda, int *pivots, int *info, int count) \
    {                                                                                                                    \
        for (int i = 0; i < count; i++)                                                                                  \
            info[i] = ::warploom::factor_lu(n, n, a[i], lda, pivots ? pivots + (size_t)i * n : nullptr);                 \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }                                                                                                                    \
    inline cublasStatus_t cublas##P##getrsBatched(cublasHandle_t, cublasOperation_t op, int n, int columns, const T *const a[], int lda, const int *pivots, T *const b[], int ldb, int *info, int count) \
    {                                                                                                                    \
        *info = 0;                                                                                                       \
        for (int i = 0; i < count; i++)                                                                                  \
            ::warploom::solve_lu(op, n, columns, a[i], lda, pivots ? pivots + (size_t)i * n : nullptr, b[i], ldb);       \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }                                                                                                                    \
    inline cublasStatus_t cublas##P##getriBatched(cublasHandle_t, int n, const T *const a[], int lda, const int *pivots, T *const c[], int ldc, int *info, int count) \
    {                                                                                                                    \
        for (int i = 0; i < count; i++) {                                                                                \
            for (int j = 0; j < n; j++)                                                                                  \
                for (int row = 0; row < n; row++)                                                                        \
                    c[i][row + (size_t)j * ldc] = T(row == j);                                                           \
            ::warploom::solve_lu(CUBLAS_OP_N, n, n, a[i], lda, pivots ? pivots + (size_t)i * n : nullptr, c[i], ldc);    \
            info[i] = 0;                                                                                                 \
        }                                                                                                                \
        return CUBLAS_STATUS_SUCCESS;                                                                                    \
    }
WARPLOOM_BLAS_LU(S, float)
WARPLOOM_BLAS_LU(D, double)

#endif
