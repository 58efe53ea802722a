/* cuSPARSE's generic functions on the processor: products, triangular systems and changes of format for matrices
   by rows, by columns and by coordinates. Each is written over `each`, which gives the elements of a matrix
   of any format; sums are in the type that the program says it computes in. */
#ifndef CUSPARSE_H_
#define CUSPARSE_H_
#define CUSPARSEAPI
#include "warploom/values.h"
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

enum cusparseStatus_t {
    CUSPARSE_STATUS_SUCCESS, CUSPARSE_STATUS_NOT_INITIALIZED, CUSPARSE_STATUS_ALLOC_FAILED, CUSPARSE_STATUS_INVALID_VALUE,
    CUSPARSE_STATUS_ARCH_MISMATCH, CUSPARSE_STATUS_MAPPING_ERROR, CUSPARSE_STATUS_EXECUTION_FAILED, CUSPARSE_STATUS_INTERNAL_ERROR,
    CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED, CUSPARSE_STATUS_ZERO_PIVOT, CUSPARSE_STATUS_NOT_SUPPORTED, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
};
enum cusparsePointerMode_t { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE };
enum cusparseAction_t { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC };
enum cusparseMatrixType_t { CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC, CUSPARSE_MATRIX_TYPE_HERMITIAN, CUSPARSE_MATRIX_TYPE_TRIANGULAR };
enum cusparseFillMode_t { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER };
enum cusparseDiagType_t { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT };
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE };
enum cusparseOperation_t { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE };
enum cusparseDirection_t { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN };
enum cusparseSolvePolicy_t { CUSPARSE_SOLVE_POLICY_NO_LEVEL, CUSPARSE_SOLVE_POLICY_USE_LEVEL };
enum cusparseCsr2CscAlg_t { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1 };
enum cusparseFormat_t { CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC = 2, CUSPARSE_FORMAT_COO = 3 };
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 };
enum cusparseIndexType_t { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 };
enum cusparseSpMatAttribute_t { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE };
enum cusparseSpMVAlg_t { CUSPARSE_SPMV_ALG_DEFAULT, CUSPARSE_SPMV_COO_ALG1, CUSPARSE_SPMV_CSR_ALG1, CUSPARSE_SPMV_CSR_ALG2, CUSPARSE_SPMV_COO_ALG2 };
enum cusparseSpMMAlg_t {
    CUSPARSE_SPMM_ALG_DEFAULT, CUSPARSE_SPMM_COO_ALG1, CUSPARSE_SPMM_COO_ALG2, CUSPARSE_SPMM_COO_ALG3, CUSPARSE_SPMM_CSR_ALG1,
    CUSPARSE_SPMM_COO_ALG4, CUSPARSE_SPMM_CSR_ALG2, CUSPARSE_SPMM_CSR_ALG3 = 12
};
enum cusparseSpGEMMAlg_t { CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_ALG1 = 3, CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3 };
enum cusparseSpSVAlg_t { CUSPARSE_SPSV_ALG_DEFAULT };
enum cusparseSpSMAlg_t { CUSPARSE_SPSM_ALG_DEFAULT };
enum cusparseSDDMMAlg_t { CUSPARSE_SDDMM_ALG_DEFAULT };
enum cusparseSparseToDenseAlg_t { CUSPARSE_SPARSETODENSE_ALG_DEFAULT };
enum cusparseDenseToSparseAlg_t { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT };

typedef struct cusparseContext { cudaStream_t stream; cusparsePointerMode_t mode; } *cusparseHandle_t;
inline cusparseStatus_t cusparseCreate(cusparseHandle_t *handle) { *handle = new cusparseContext(); return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) { delete handle; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) { handle->stream = stream; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream) { *stream = handle->stream; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) { handle->mode = mode; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode) { *mode = handle->mode; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseGetVersion(cusparseHandle_t, int *version) { *version = 12600; return CUSPARSE_STATUS_SUCCESS; }
inline const char *cusparseGetErrorName(cusparseStatus_t status)
{
    switch (status) {
    case CUSPARSE_STATUS_SUCCESS: return "CUSPARSE_STATUS_SUCCESS";
    case CUSPARSE_STATUS_INVALID_VALUE: return "CUSPARSE_STATUS_INVALID_VALUE";
    case CUSPARSE_STATUS_ZERO_PIVOT: return "CUSPARSE_STATUS_ZERO_PIVOT";
    default: return "CUSPARSE_STATUS_NOT_SUPPORTED";
    }
}
inline const char *cusparseGetErrorString(cusparseStatus_t status)
{
    switch (status) {
    case CUSPARSE_STATUS_SUCCESS: return "success";
    case CUSPARSE_STATUS_INVALID_VALUE: return "invalid value";
    case CUSPARSE_STATUS_ZERO_PIVOT: return "zero pivot";
    default: return "operation not supported";
    }
}

namespace warploom {
namespace sparse {

using namespace ::warploom;

/* Whole numbers in memory; rows and columns begin at `base`. */
struct Indices {
    void *at = nullptr;
    cusparseIndexType_t type = CUSPARSE_INDEX_32I;
    int64_t base = 0;

    int64_t bytes() const { return type == CUSPARSE_INDEX_64I ? 8 : type == CUSPARSE_INDEX_16U ? 2 : 4; }
    int64_t operator[](int64_t i) const
    {
        switch (type) {
        case CUSPARSE_INDEX_64I: return ((const int64_t *)at)[i] - base;
        case CUSPARSE_INDEX_16U: return ((const uint16_t *)at)[i] - base;
        default: return ((const int *)at)[i] - base;
        }
    }
    void set(int64_t i, int64_t value) const
    {
        switch (type) {
        case CUSPARSE_INDEX_64I: ((int64_t *)at)[i] = value + base; break;
        case CUSPARSE_INDEX_16U: ((uint16_t *)at)[i] = (uint16_t)(value + base); break;
        default: ((int *)at)[i] = (int)(value + base); break;
        }
    }
};

struct Vector { int64_t size = 0; Values values; };
struct SparseVector { int64_t size = 0, nnz = 0; Indices indices; Values values; };

struct Dense {
    int64_t rows = 0, columns = 0, pitch = 0;
    cusparseOrder_t order = CUSPARSE_ORDER_COL;
    int batches = 1;
    int64_t stride = 0;
    Values values;

    /* Where an element of op(matrix) lies. */
    int64_t at(int64_t i, int64_t j, bool turned = false) const
    {
        if (turned)
            std::swap(i, j);
        return order == CUSPARSE_ORDER_ROW ? i * pitch + j : i + j * pitch;
    }
    Dense batch(int which) const
    {
        Dense one = *this;
        one.values.at = (char *)values.at + which * stride * bytes_of(values.type);
        return one;
    }
};

/* `offsets` are those of the rows (CSR) or of the columns (CSC); by coordinates, `offsets` are the rows themselves. */
struct Matrix {
    cusparseFormat_t format = CUSPARSE_FORMAT_CSR;
    int64_t rows = 0, columns = 0, nnz = 0;
    Indices offsets, indices;
    Values values;
    cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
    bool is_triangle = false;
    int batches = 1;
    int64_t stride_of_offsets = 0, stride_of_elements = 0;

    Matrix batch(int which) const
    {
        Matrix one = *this;
        one.offsets.at = (char *)offsets.at + which * stride_of_offsets * offsets.bytes();
        one.indices.at = (char *)indices.at + which * stride_of_elements * indices.bytes();
        one.values.at = (char *)values.at + which * stride_of_elements * bytes_of(values.type);
        return one;
    }
    int64_t lines() const { return format == CUSPARSE_FORMAT_CSC ? columns : rows; }
    /* Calls `visit(row, column, which)` for each element. */
    template <class Visit> void each(Visit visit) const
    {
        if (format == CUSPARSE_FORMAT_COO) {
            for (int64_t k = 0; k < nnz; k++)
                visit(offsets[k], indices[k], k);
            return;
        }
        // What the first offset is counts from: programs give parts of larger matrices.
        for (int64_t line = 0; line < lines(); line++)
            for (int64_t k = offsets[line]; k < offsets[line + 1]; k++)
                format == CUSPARSE_FORMAT_CSR ? visit(line, indices[k], k) : visit(indices[k], line, k);
    }
};

inline cusparseStatus_t done(bool is_computed) { return is_computed ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED; }
inline bool turns(cusparseOperation_t op) { return op != CUSPARSE_OPERATION_NON_TRANSPOSE; }
inline number under(cusparseOperation_t op, number value) { return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(value) : value; }

/* Solves op(A) x = alpha b for the triangle that A says it is; `right` and `solution` give places of b and x. */
template <class S, class Right, class Solution>
inline void solve(const Matrix &a, cusparseOperation_t op, S alpha, Right right, Solution solution)
{
    const bool is_lower = (a.fill == CUSPARSE_FILL_MODE_LOWER) != turns(op);
    std::vector<std::vector<std::pair<int64_t, S>>> lines(a.rows);
    std::vector<S> diagonal(a.rows, S(1));
    a.each([&](int64_t row, int64_t column, int64_t k) {
        if (turns(op))
            std::swap(row, column);
        const S value = as<S>(under(op, a.values[k]));
        if (row == column) {
            if (a.diagonal == CUSPARSE_DIAG_TYPE_NON_UNIT)
                diagonal[row] = value;
        } else if ((column < row) == is_lower) {
            lines[row].push_back({column, value});
        }
    });
    std::vector<S> x(a.rows);
    for (int64_t step = 0; step < a.rows; step++) {
        const int64_t row = is_lower ? step : a.rows - 1 - step;
        S left = alpha * right(row);
        for (const auto &at : lines[row])
            left -= at.second * x[at.first];
        x[row] = left / diagonal[row];
        solution(row, x[row]);
    }
}

}
}

typedef warploom::sparse::Vector *cusparseDnVecDescr_t;
typedef const warploom::sparse::Vector *cusparseConstDnVecDescr_t;
typedef warploom::sparse::SparseVector *cusparseSpVecDescr_t;
typedef const warploom::sparse::SparseVector *cusparseConstSpVecDescr_t;
typedef warploom::sparse::Dense *cusparseDnMatDescr_t;
typedef const warploom::sparse::Dense *cusparseConstDnMatDescr_t;
typedef warploom::sparse::Matrix *cusparseSpMatDescr_t;
typedef const warploom::sparse::Matrix *cusparseConstSpMatDescr_t;

/* What describes vectors and matrices. */
inline cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *made, int64_t size, void *values, cudaDataType type)
{
    *made = new warploom::sparse::Vector{size, {values, type}};
    return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *made, int64_t size, const void *values, cudaDataType type)
{
    *made = new warploom::sparse::Vector{size, {(void *)values, type}};
    return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector) { delete vector; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void *values) { vector->values.at = values; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t vector, void **values) { *values = vector->values.at; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t vector, int64_t *size, void **values, cudaDataType *type)
{
    *size = vector->size, *values = vector->values.at, *type = vector->values.type;
    return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *made, int64_t size, int64_t nnz, void *indices, void *values, cusparseIndexType_t index, cusparseIndexBase_t base, cudaDataType type)
{
    *made = new warploom::sparse::SparseVector{size, nnz, {indices, index, base}, {values, type}};
    return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t vector) { delete vector; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t vector, void *values) { vector->values.at = values; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *made, int64_t rows, int64_t columns, int64_t pitch, void *values, cudaDataType type, cusparseOrder_t order)
{
    *made = new warploom::sparse::Dense{rows, columns, pitch, order, 1, 0, {values, type}};
    return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *made, int64_t rows, int64_t columns, int64_t pitch, const void *values, cudaDataType type, cusparseOrder_t order)
{
    *made = new warploom::sparse::Dense{rows, columns, pitch, order, 1, 0, {(void *)values, type}};
    return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix) { delete matrix; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t matrix, void *values) { matrix->values.at = values; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t matrix, int batches, int64_t stride)
{
    matrix->batches = batches, matrix->stride = stride;
    return CUSPARSE_STATUS_SUCCESS;
}
namespace warploom {
namespace sparse {
inline cusparseStatus_t make(Matrix **made, cusparseFormat_t format, int64_t rows, int64_t columns, int64_t nnz, Indices offsets, Indices indices, Values values)
{
    *made = new Matrix{format, rows, columns, nnz, offsets, indices, values};
    return CUSPARSE_STATUS_SUCCESS;
}
}
}
inline cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *made, int64_t rows, int64_t columns, int64_t nnz, void *offsets, void *indices, void *values, cusparseIndexType_t of_offsets, cusparseIndexType_t of_indices, cusparseIndexBase_t base, cudaDataType type)
{
    return ::warploom::sparse::make(made, CUSPARSE_FORMAT_CSR, rows, columns, nnz, {offsets, of_offsets, base}, {indices, of_indices, base}, {values, type});
}
inline cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *made, int64_t rows, int64_t columns, int64_t nnz, void *offsets, void *indices, void *values, cusparseIndexType_t of_offsets, cusparseIndexType_t of_indices, cusparseIndexBase_t base, cudaDataType type)
{
    return ::warploom::sparse::make(made, CUSPARSE_FORMAT_CSC, rows, columns, nnz, {offsets, of_offsets, base}, {indices, of_indices, base}, {values, type});
}
inline cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *made, int64_t rows, int64_t columns, int64_t nnz, void *of_rows, void *of_columns, void *values, cusparseIndexType_t index, cusparseIndexBase_t base, cudaDataType type)
{
    return ::warploom::sparse::make(made, CUSPARSE_FORMAT_COO, rows, columns, nnz, {of_rows, index, base}, {of_columns, index, base}, {values, type});
}
inline cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t *made, int64_t rows, int64_t columns, int64_t nnz, const void *offsets, const void *indices, const void *values, cusparseIndexType_t of_offsets, cusparseIndexType_t of_indices, cusparseIndexBase_t base, cudaDataType type)
{
    return cusparseCreateCsr((cusparseSpMatDescr_t *)made, rows, columns, nnz, (void *)offsets, (void *)indices, (void *)values, of_offsets, of_indices, base, type);
}
inline cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix) { delete matrix; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *nnz)
{
    *rows = matrix->rows, *columns = matrix->columns, *nnz = matrix->nnz;
    return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void *values) { matrix->values.at = values; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t matrix, void **values) { *values = matrix->values.at; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void *offsets, void *indices, void *values)
{
    matrix->offsets.at = offsets, matrix->indices.at = indices, matrix->values.at = values;
    return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t matrix, void *offsets, void *indices, void *values) { return cusparseCsrSetPointers(matrix, offsets, indices, values); }
inline cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void *rows, void *columns, void *values) { return cusparseCsrSetPointers(matrix, rows, columns, values); }
inline cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t matrix, int batches, int64_t of_offsets, int64_t of_elements)
{
    matrix->batches = batches, matrix->stride_of_offsets = of_offsets, matrix->stride_of_elements = of_elements;
    return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t matrix, int batches, int64_t stride) { return cusparseCsrSetStridedBatch(matrix, batches, stride, stride); }
inline cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix, cusparseSpMatAttribute_t which, const void *value, size_t)
{
    matrix->is_triangle = true;
    if (which == CUSPARSE_SPMAT_FILL_MODE)
        matrix->fill = *(const cusparseFillMode_t *)value;
    else
        matrix->diagonal = *(const cusparseDiagType_t *)value;
    return CUSPARSE_STATUS_SUCCESS;
}

/* Sparse vectors. */
inline cusparseStatus_t cusparseAxpby(cusparseHandle_t, const void *alpha, cusparseConstSpVecDescr_t x, const void *beta, cusparseDnVecDescr_t y)
{
    using namespace warploom::sparse;
    const Values &to = y->values;
    return done(computing(to.type, [&](auto zero) {
        typedef decltype(zero) S;
        const S a = factor<S>(alpha, to.type), b = factor<S>(beta, to.type);
        for (int64_t i = 0; i < y->size; i++)
            to.set(i, wide<S>(b * as<S>(to[i])));
        for (int64_t k = 0; k < x->nnz; k++)
            to.set(x->indices[k], wide<S>(as<S>(to[x->indices[k]]) + a * as<S>(x->values[k])));
    }));
}
inline cusparseStatus_t cusparseGather(cusparseHandle_t, cusparseConstDnVecDescr_t from, cusparseSpVecDescr_t to)
{
    for (int64_t k = 0; k < to->nnz; k++)
        to->values.set(k, from->values[to->indices[k]]);
    return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseScatter(cusparseHandle_t, cusparseConstSpVecDescr_t from, cusparseDnVecDescr_t to)
{
    for (int64_t k = 0; k < from->nnz; k++)
        to->values.set(from->indices[k], from->values[k]);
    return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseConstSpVecDescr_t, cusparseConstDnVecDescr_t, const void *, cudaDataType, size_t *size) { *size = 16; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpVV(cusparseHandle_t, cusparseOperation_t op, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, void *result, cudaDataType type, void *)
{
    using namespace warploom::sparse;
    return done(computing(type, [&](auto zero) {
        typedef decltype(zero) S;
        S sum = S();
        for (int64_t k = 0; k < x->nnz; k++)
            sum += as<S>(under(op, x->values[k])) * as<S>(y->values[x->indices[k]]);
        Values{result, type}.set(0, wide<S>(sum));
    }));
}

/* y = alpha op(A) x + beta y. */
inline cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, const void *, cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, size_t *size) { *size = 16; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, const void *, cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, void *) { return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpMV(cusparseHandle_t, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType type, cusparseSpMVAlg_t, void *)
{
    using namespace warploom::sparse;
    return done(computing(type, [&](auto zero) {
        typedef decltype(zero) S;
        std::vector<S> sums(turns(op) ? a->columns : a->rows);
        a->each([&](int64_t row, int64_t column, int64_t k) {
            if (turns(op))
                std::swap(row, column);
            sums[row] += as<S>(under(op, a->values[k])) * as<S>(x->values[column]);
        });
        const S of_sum = factor<S>(alpha, type), of_old = factor<S>(beta, type);
        for (size_t i = 0; i < sums.size(); i++)
            update<S>(y->values, i, of_sum, sums[i], of_old);
    }));
}

/* C = alpha op(A) op(B) + beta C, of a sparse matrix and a dense one. */
inline cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, const void *, cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t, size_t *size) { *size = 16; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, const void *, cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t, void *) { return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpMM(cusparseHandle_t, cusparseOperation_t of_a, cusparseOperation_t of_b, const void *alpha, cusparseConstSpMatDescr_t all_a, cusparseConstDnMatDescr_t all_b, const void *beta, cusparseDnMatDescr_t all_c, cudaDataType type, cusparseSpMMAlg_t, void *)
{
    using namespace warploom::sparse;
    if (all_a->is_triangle)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    return done(computing(type, [&](auto zero) {
        typedef decltype(zero) S;
        const S of_sum = factor<S>(alpha, type), of_old = factor<S>(beta, type);
        for (int which = 0; which < all_c->batches; which++) {
            const Matrix a = all_a->batch(which);
            const Dense b = all_b->batch(which), c = all_c->batch(which);
            std::vector<S> sums(c.rows * c.columns);
            a.each([&](int64_t row, int64_t column, int64_t k) {
                if (turns(of_a))
                    std::swap(row, column);
                const S value = as<S>(under(of_a, a.values[k]));
                for (int64_t j = 0; j < c.columns; j++)
                    sums[row * c.columns + j] += value * as<S>(under(of_b, b.values[b.at(column, j, turns(of_b))]));
            });
            for (int64_t i = 0; i < c.rows; i++)
                for (int64_t j = 0; j < c.columns; j++)
                    update<S>(c.values, c.at(i, j), of_sum, sums[i * c.columns + j], of_old);
        }
    }));
}

/* C = alpha (op(A) op(B)) + beta C where C has elements. */
inline cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *, cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t, const void *, cusparseSpMatDescr_t, cudaDataType, cusparseSDDMMAlg_t, size_t *size) { *size = 16; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *, cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t, const void *, cusparseSpMatDescr_t, cudaDataType, cusparseSDDMMAlg_t, void *) { return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSDDMM(cusparseHandle_t, cusparseOperation_t of_a, cusparseOperation_t of_b, const void *alpha, cusparseConstDnMatDescr_t all_a, cusparseConstDnMatDescr_t all_b, const void *beta, cusparseSpMatDescr_t all_c, cudaDataType type, cusparseSDDMMAlg_t, void *)
{
    using namespace warploom::sparse;
    if (all_c->is_triangle)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    return done(computing(type, [&](auto zero) {
        typedef decltype(zero) S;
        const S of_sum = factor<S>(alpha, type), of_old = factor<S>(beta, type);
        const int64_t inner = turns(of_a) ? all_a->rows : all_a->columns;
        for (int which = 0; which < all_c->batches; which++) {
            const Dense a = all_a->batch(which), b = all_b->batch(which);
            const Matrix c = all_c->batch(which);
            c.each([&](int64_t row, int64_t column, int64_t k) {
                S sum = S();
                for (int64_t l = 0; l < inner; l++)
                    sum += as<S>(under(of_a, a.values[a.at(row, l, turns(of_a))])) * as<S>(under(of_b, b.values[b.at(l, column, turns(of_b))]));
                update<S>(c.values, k, of_sum, sum, of_old);
            });
        }
    }));
}

/* C = alpha A B + beta C of sparse matrices by rows, in three calls: the product is kept from the second to the third. */
namespace warploom {
namespace sparse {
struct Product { std::vector<int64_t> offsets, columns; std::vector<number> values; };
}
}
typedef warploom::sparse::Product *cusparseSpGEMMDescr_t;
inline cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *made) { *made = new warploom::sparse::Product(); return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t product) { delete product; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpGEMM_workEstimation(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t, const void *, cusparseSpMatDescr_t, cudaDataType, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t, size_t *size, void *) { *size = 16; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t, cusparseOperation_t of_a, cusparseOperation_t of_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *, cusparseSpMatDescr_t c, cudaDataType type, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t product, size_t *size, void *)
{
    using namespace warploom::sparse;
    *size = 16;
    if (turns(of_a) || turns(of_b))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    return done(computing(type, [&](auto zero) {
        typedef decltype(zero) S;
        typedef std::vector<std::vector<std::pair<int64_t, S>>> Lines;
        const auto lines = [](const Matrix &matrix) {
            Lines found(matrix.rows);
            matrix.each([&](int64_t row, int64_t column, int64_t k) { found[row].push_back({column, as<S>(matrix.values[k])}); });
            return found;
        };
        const Lines left = lines(*a), right = lines(*b);
        const S scale = factor<S>(alpha, type);
        *product = Product();
        product->offsets.push_back(0);
        std::vector<S> sums(b->columns);
        std::vector<char> is_there(b->columns);
        for (const auto &line : left) {
            std::vector<int64_t> columns;
            for (const auto &one : line)
                for (const auto &other : right[one.first]) {
                    if (!is_there[other.first])
                        is_there[other.first] = 1, columns.push_back(other.first);
                    sums[other.first] += one.second * other.second;
                }
            std::sort(columns.begin(), columns.end());
            for (int64_t column : columns) {
                product->columns.push_back(column);
                product->values.push_back(wide<S>(scale * sums[column]));
                sums[column] = S(), is_there[column] = 0;
            }
            product->offsets.push_back((int64_t)product->columns.size());
        }
        c->nnz = (int64_t)product->columns.size();
    }));
}
inline cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t, const void *beta, cusparseSpMatDescr_t c, cudaDataType type, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t product)
{
    using namespace warploom::sparse;
    const number old = Values{(void *)beta, type}[0];
    for (int64_t row = 0; row <= c->rows; row++)
        c->offsets.set(row, product->offsets[row]);
    for (int64_t k = 0; k < c->nnz; k++) {
        c->indices.set(k, product->columns[k]);
        c->values.set(k, old == 0.0 ? product->values[k] : product->values[k] + old * c->values[k]);
    }
    return CUSPARSE_STATUS_SUCCESS;
}

/* Triangular systems. */
typedef struct cusparseSpSVDescr { int unused; } *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr { int unused; } *cusparseSpSMDescr_t;
inline cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *made) { *made = new cusparseSpSVDescr(); return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t system) { delete system; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t, cusparseSpSVDescr_t, size_t *size) { *size = 16; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t, cusparseSpSVDescr_t, void *) { return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t b, cusparseDnVecDescr_t x, cudaDataType type, cusparseSpSVAlg_t, cusparseSpSVDescr_t)
{
    using namespace warploom::sparse;
    return done(computing(type, [&](auto zero) {
        typedef decltype(zero) S;
        solve<S>(*a, op, factor<S>(alpha, type), [&](int64_t row) { return as<S>(b->values[row]); },
                 [&](int64_t row, S value) { x->values.set(row, wide<S>(value)); });
    }));
}
inline cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *made) { *made = new cusparseSpSMDescr(); return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t system) { delete system; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, cusparseDnMatDescr_t, cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t, size_t *size) { *size = 16; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t, const void *, cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, cusparseDnMatDescr_t, cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t, void *) { return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t, cusparseOperation_t of_a, cusparseOperation_t of_b, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType type, cusparseSpSMAlg_t, cusparseSpSMDescr_t)
{
    using namespace warploom::sparse;
    return done(computing(type, [&](auto zero) {
        typedef decltype(zero) S;
        for (int64_t j = 0; j < c->columns; j++)
            solve<S>(*a, of_a, factor<S>(alpha, type), [&](int64_t row) { return as<S>(under(of_b, b->values[b->at(row, j, turns(of_b))])); },
                     [&](int64_t row, S value) { c->values.set(c->at(row, j), wide<S>(value)); });
    }));
}

/* From one format to the other. */
inline cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t, cusparseConstSpMatDescr_t, cusparseDnMatDescr_t, cusparseSparseToDenseAlg_t, size_t *size) { *size = 16; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSparseToDense(cusparseHandle_t, cusparseConstSpMatDescr_t from, cusparseDnMatDescr_t to, cusparseSparseToDenseAlg_t, void *)
{
    for (int64_t i = 0; i < to->rows; i++)
        for (int64_t j = 0; j < to->columns; j++)
            to->values.set(to->at(i, j), 0.0);
    from->each([&](int64_t row, int64_t column, int64_t k) { to->values.set(to->at(row, column), from->values[k]); });
    return CUSPARSE_STATUS_SUCCESS;
}
namespace warploom {
namespace sparse {
/* Calls `visit(line, other, value)` for what is not zero, in the order in which the format `to` keeps it. */
template <class Visit> inline void each_not_zero(const Dense &from, const Matrix &to, Visit visit)
{
    const bool by_columns = to.format == CUSPARSE_FORMAT_CSC;
    for (int64_t line = 0; line < (by_columns ? from.columns : from.rows); line++)
        for (int64_t other = 0; other < (by_columns ? from.rows : from.columns); other++) {
            const number value = from.values[from.at(line, other, by_columns)];
            if (value != 0.0)
                visit(line, other, value);
        }
}
}
}
inline cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t, cusparseConstDnMatDescr_t, cusparseSpMatDescr_t, cusparseDenseToSparseAlg_t, size_t *size) { *size = 16; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t, cusparseConstDnMatDescr_t from, cusparseSpMatDescr_t to, cusparseDenseToSparseAlg_t, void *)
{
    using namespace warploom::sparse;
    std::vector<int64_t> ends(to->lines() + 1);
    to->nnz = 0;
    each_not_zero(*from, *to, [&](int64_t line, int64_t, number) { ends[line + 1] = ++to->nnz; });
    if (to->format == CUSPARSE_FORMAT_COO)
        return CUSPARSE_STATUS_SUCCESS;
    for (int64_t line = 0; line <= to->lines(); line++) {
        ends[line] = std::max(ends[line], line > 0 ? ends[line - 1] : 0);
        to->offsets.set(line, ends[line]);
    }
    return CUSPARSE_STATUS_SUCCESS;
}
inline cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t from, cusparseSpMatDescr_t to, cusparseDenseToSparseAlg_t algorithm, void *buffer)
{
    using namespace warploom::sparse;
    // The offsets may lie elsewhere now.
    cusparseDenseToSparse_analysis(handle, from, to, algorithm, buffer);
    int64_t k = 0;
    each_not_zero(*from, *to, [&](int64_t line, int64_t other, number value) {
        if (to->format == CUSPARSE_FORMAT_COO)
            to->offsets.set(k, line);
        to->indices.set(k, other);
        to->values.set(k++, value);
    });
    return CUSPARSE_STATUS_SUCCESS;
}

/* What is older than the generic functions, of matrices by rows. */
struct cusparseMatDescr {
    cusparseMatrixType_t type;
    cusparseIndexBase_t base;
    cusparseFillMode_t fill;
    cusparseDiagType_t diagonal;
};
typedef cusparseMatDescr *cusparseMatDescr_t;
inline cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *made) { *made = new cusparseMatDescr(); return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t matrix) { delete matrix; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t matrix, cusparseMatrixType_t type) { matrix->type = type; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t matrix, cusparseIndexBase_t base) { matrix->base = base; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t matrix, cusparseFillMode_t fill) { matrix->fill = fill; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t matrix, cusparseDiagType_t diagonal) { matrix->diagonal = diagonal; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t, int n, int *p) { std::iota(p, p + n, 0); return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t, int, int, int, const int *, const int *, size_t *size) { *size = 16; return CUSPARSE_STATUS_SUCCESS; }
/* Sorts the columns of each row; `p` goes along. */
inline cusparseStatus_t cusparseXcsrsort(cusparseHandle_t, int rows, int, int, const cusparseMatDescr_t matrix, const int *offsets, int *columns, int *p, void *)
{
    for (int row = 0; row < rows; row++) {
        const int from = offsets[row] - matrix->base, to = offsets[row + 1] - matrix->base;
        std::vector<std::pair<int, int>> line;
        for (int k = from; k < to; k++)
            line.push_back({columns[k], p ? p[k] : k});
        std::stable_sort(line.begin(), line.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
        for (int k = from; k < to; k++) {
            columns[k] = line[k - from].first;
            if (p)
                p[k] = line[k - from].second;
        }
    }
    return CUSPARSE_STATUS_SUCCESS;
}
#define WARPLOOM_SPARSE_COUNT(P, T)                                                                                                   \
    inline cusparseStatus_t cusparse##P##nnz(cusparseHandle_t, cusparseDirection_t direction, int m, int n, const cusparseMatDescr_t, const T *a, int pitch, int *of_each, int *total) \
    {                                                                                                                                 \
        const bool by_rows = direction == CUSPARSE_DIRECTION_ROW;                                                                     \
        std::fill(of_each, of_each + (by_rows ? m : n), 0);                                                                           \
        *total = 0;                                                                                                                   \
        for (int j = 0; j < n; j++)                                                                                                   \
            for (int i = 0; i < m; i++)                                                                                               \
                if (a[i + (size_t)j * pitch] != T(0))                                                                                 \
                    of_each[by_rows ? i : j]++, ++*total;                                                                             \
        return CUSPARSE_STATUS_SUCCESS;                                                                                               \
    }
WARPLOOM_SPARSE_COUNT(S, float)
WARPLOOM_SPARSE_COUNT(D, double)
inline cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t, int, int, int, const void *, const int *, const int *, void *, int *, int *, cudaDataType, cusparseAction_t, cusparseIndexBase_t, cusparseCsr2CscAlg_t, size_t *size) { *size = 16; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t, int m, int n, int nnz, const void *values, const int *offsets, const int *columns, void *to_values, int *to_offsets, int *to_rows, cudaDataType type, cusparseAction_t action, cusparseIndexBase_t base, cusparseCsr2CscAlg_t, void *)
{
    using namespace warploom::sparse;
    const Matrix from{CUSPARSE_FORMAT_CSR, m, n, nnz, {(void *)offsets, CUSPARSE_INDEX_32I, base}, {(void *)columns, CUSPARSE_INDEX_32I, base}, {(void *)values, type}};
    std::vector<int> next(n + 1);
    from.each([&](int64_t, int64_t column, int64_t) { next[column + 1]++; });
    std::partial_sum(next.begin(), next.end(), next.begin());
    for (int j = 0; j <= n; j++)
        to_offsets[j] = next[j] + base;
    from.each([&](int64_t row, int64_t column, int64_t k) {
        const int to = next[column]++;
        to_rows[to] = (int)row + base;
        if (action == CUSPARSE_ACTION_NUMERIC)
            Values{to_values, type}.set(to, from.values[k]);
    });
    return CUSPARSE_STATUS_SUCCESS;
}
/* Incomplete LU in the places of A; the first zero on its diagonal is kept. */
typedef struct csrilu02Info { int zero_at = -1; } *csrilu02Info_t;
inline cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *made) { *made = new csrilu02Info(); return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info) { delete info; return CUSPARSE_STATUS_SUCCESS; }
inline cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t, csrilu02Info_t info, int *position)
{
    *position = info->zero_at;
    return info->zero_at < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}
#define WARPLOOM_SPARSE_LU(P, T)                                                                                                      \
    inline cusparseStatus_t cusparse##P##csrilu02_bufferSize(cusparseHandle_t, int, int, const cusparseMatDescr_t, T *, const int *, const int *, csrilu02Info_t, int *size) { *size = 16; return CUSPARSE_STATUS_SUCCESS; } \
    inline cusparseStatus_t cusparse##P##csrilu02_analysis(cusparseHandle_t, int, int, const cusparseMatDescr_t, const T *, const int *, const int *, csrilu02Info_t, cusparseSolvePolicy_t, void *) { return CUSPARSE_STATUS_SUCCESS; } \
    inline cusparseStatus_t cusparse##P##csrilu02(cusparseHandle_t, int n, int, const cusparseMatDescr_t matrix, T *values, const int *offsets, const int *columns, csrilu02Info_t info, cusparseSolvePolicy_t, void *) \
    {                                                                                                                                 \
        const int base = matrix->base;                                                                                                \
        std::vector<int> diagonal(n, -1), place(n, -1);                                                                               \
        for (int i = 0; i < n; i++) {                                                                                                 \
            for (int k = offsets[i] - base; k < offsets[i + 1] - base; k++)                                                           \
                place[columns[k] - base] = k;                                                                                         \
            for (int k = offsets[i] - base; k < offsets[i + 1] - base; k++) {                                                         \
                const int j = columns[k] - base;                                                                                      \
                if (j >= i)                                                                                                           \
                    continue;                                                                                                         \
                values[k] /= values[diagonal[j]];                                                                                     \
                for (int l = diagonal[j] + 1; l < offsets[j + 1] - base; l++)                                                         \
                    if (place[columns[l] - base] >= 0)                                                                                \
                        values[place[columns[l] - base]] -= values[k] * values[l];                                                    \
            }                                                                                                                         \
            diagonal[i] = place[i];                                                                                                   \
            if ((diagonal[i] < 0 || values[diagonal[i]] == T(0)) && info->zero_at < 0)                                                \
                info->zero_at = i + base;                                                                                             \
            for (int k = offsets[i] - base; k < offsets[i + 1] - base; k++)                                                           \
                place[columns[k] - base] = -1;                                                                                        \
            if (diagonal[i] < 0)                                                                                                      \
                return CUSPARSE_STATUS_SUCCESS;                                                                                       \
        }                                                                                                                             \
        return CUSPARSE_STATUS_SUCCESS;                                                                                               \
    }
WARPLOOM_SPARSE_LU(S, float)
WARPLOOM_SPARSE_LU(D, double)

#endif
