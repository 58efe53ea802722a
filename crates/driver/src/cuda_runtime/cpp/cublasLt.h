/* cuBLASLt's product of matrices on the processor: layouts, batches, scales, and what follows a product. */
#ifndef CUBLASLT_H_
#define CUBLASLT_H_
#include "warploom/cublas.h"

enum cublasLtOrder_t { CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW };
enum cublasLtPointerMode_t { CUBLASLT_POINTER_MODE_HOST, CUBLASLT_POINTER_MODE_DEVICE };
enum cublasLtEpilogue_t {
    CUBLASLT_EPILOGUE_DEFAULT = 1, CUBLASLT_EPILOGUE_RELU = 2, CUBLASLT_EPILOGUE_BIAS = 4, CUBLASLT_EPILOGUE_RELU_BIAS = 6,
    CUBLASLT_EPILOGUE_GELU = 32, CUBLASLT_EPILOGUE_GELU_BIAS = 36
};
enum cublasLtMatrixLayoutAttribute_t {
    CUBLASLT_MATRIX_LAYOUT_TYPE, CUBLASLT_MATRIX_LAYOUT_ORDER, CUBLASLT_MATRIX_LAYOUT_ROWS, CUBLASLT_MATRIX_LAYOUT_COLS,
    CUBLASLT_MATRIX_LAYOUT_LD, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET
};
enum cublasLtMatmulDescAttributes_t {
    CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, CUBLASLT_MATMUL_DESC_SCALE_TYPE, CUBLASLT_MATMUL_DESC_POINTER_MODE, CUBLASLT_MATMUL_DESC_TRANSA,
    CUBLASLT_MATMUL_DESC_TRANSB, CUBLASLT_MATMUL_DESC_EPILOGUE = 7, CUBLASLT_MATMUL_DESC_BIAS_POINTER = 8,
    CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER = 18,
    CUBLASLT_MATMUL_DESC_C_SCALE_POINTER = 19, CUBLASLT_MATMUL_DESC_D_SCALE_POINTER = 20, CUBLASLT_MATMUL_DESC_AMAX_D_POINTER = 21,
    CUBLASLT_MATMUL_DESC_FAST_ACCUM = 25, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26
};
enum cublasLtMatmulPreferenceAttributes_t { CUBLASLT_MATMUL_PREF_SEARCH_MODE, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES };

struct cublasLtMatrixLayoutOpaque_t {
    cudaDataType type;
    uint64_t rows, columns;
    int64_t pitch;
    cublasLtOrder_t order;
    int batches;
    int64_t stride;

    ::warploom::Values values(const void *at, int batch) const
    {
        return {(char *)at + batch * stride * ::warploom::bytes_of(type), type};
    }
    int64_t at(int64_t i, int64_t j) const { return order == CUBLASLT_ORDER_ROW ? i * pitch + j : i + j * pitch; }
};
struct cublasLtMatmulDescOpaque_t {
    cublasComputeType_t compute;
    cudaDataType scale;
    cublasLtPointerMode_t mode;
    cublasOperation_t of_a, of_b;
    cublasLtEpilogue_t after;
    const void *bias;
    int64_t bias_stride;
    cudaDataType bias_type;
    bool bias_has_type;
    const float *scale_a, *scale_b, *scale_c, *scale_d;
    float *largest;
};
struct cublasLtMatmulPreferenceOpaque_t { size_t workspace; };
struct cublasLtMatmulAlgo_t { uint64_t data[8]; };
struct cublasLtMatmulHeuristicResult_t {
    cublasLtMatmulAlgo_t algo;
    size_t workspaceSize;
    cublasStatus_t state;
    float wavesCount;
    int reserved[4];
};
typedef struct cublasLtContext { int unused; } *cublasLtHandle_t;
typedef cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;
typedef cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;
typedef cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;

inline cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) { *handle = new cublasLtContext(); return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) { delete handle; return CUBLAS_STATUS_SUCCESS; }
inline size_t cublasLtGetVersion() { return 130000; }

inline cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t layout, cudaDataType type, uint64_t rows, uint64_t columns, int64_t pitch)
{
    *layout = {type, rows, columns, pitch, CUBLASLT_ORDER_COL, 1, 0};
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *made, cudaDataType type, uint64_t rows, uint64_t columns, int64_t pitch)
{
    *made = new cublasLtMatrixLayoutOpaque_t();
    return cublasLtMatrixLayoutInit(*made, type, rows, columns, pitch);
}
inline cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) { delete layout; return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout, cublasLtMatrixLayoutAttribute_t which, const void *value, size_t size)
{
    void *const places[] = {&layout->type, &layout->order, &layout->rows, &layout->columns, &layout->pitch, &layout->batches, &layout->stride};
    __builtin_memcpy(places[which], value, size);
    return CUBLAS_STATUS_SUCCESS;
}

inline cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t product, cublasComputeType_t compute, cudaDataType scale)
{
    *product = cublasLtMatmulDescOpaque_t();
    product->compute = compute, product->scale = scale, product->after = CUBLASLT_EPILOGUE_DEFAULT;
    return CUBLAS_STATUS_SUCCESS;
}
inline cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *made, cublasComputeType_t compute, cudaDataType scale)
{
    *made = new cublasLtMatmulDescOpaque_t();
    return cublasLtMatmulDescInit(*made, compute, scale);
}
inline cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t product) { delete product; return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t product, cublasLtMatmulDescAttributes_t which, const void *value, size_t size)
{
    void *place = nullptr;
    switch (which) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE: place = &product->compute; break;
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE: place = &product->scale; break;
    case CUBLASLT_MATMUL_DESC_POINTER_MODE: place = &product->mode; break;
    case CUBLASLT_MATMUL_DESC_TRANSA: place = &product->of_a; break;
    case CUBLASLT_MATMUL_DESC_TRANSB: place = &product->of_b; break;
    case CUBLASLT_MATMUL_DESC_EPILOGUE: place = &product->after; break;
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER: place = &product->bias; break;
    case CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE: place = &product->bias_stride; break;
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE: place = &product->bias_type, product->bias_has_type = true; break;
    case CUBLASLT_MATMUL_DESC_A_SCALE_POINTER: place = &product->scale_a; break;
    case CUBLASLT_MATMUL_DESC_B_SCALE_POINTER: place = &product->scale_b; break;
    case CUBLASLT_MATMUL_DESC_C_SCALE_POINTER: place = &product->scale_c; break;
    case CUBLASLT_MATMUL_DESC_D_SCALE_POINTER: place = &product->scale_d; break;
    case CUBLASLT_MATMUL_DESC_AMAX_D_POINTER: place = &product->largest; break;
    case CUBLASLT_MATMUL_DESC_FAST_ACCUM: return CUBLAS_STATUS_SUCCESS;
    }
    __builtin_memcpy(place, value, size);
    return CUBLAS_STATUS_SUCCESS;
}

/* There is one way to multiply here, and it needs no workspace. */
inline cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t preference) { preference->workspace = 0; return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *made) { *made = new cublasLtMatmulPreferenceOpaque_t(); return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) { delete preference; return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t, const void *, size_t) { return CUBLAS_STATUS_SUCCESS; }
inline cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatrixLayout_t, cublasLtMatmulPreference_t, int asked, cublasLtMatmulHeuristicResult_t *found, int *count)
{
    *count = asked > 0 ? 1 : 0;
    if (asked > 0)
        found[0] = cublasLtMatmulHeuristicResult_t();
    return CUBLAS_STATUS_SUCCESS;
}

namespace warploom {
/* What follows a product: the bias of its row, then what a layer does with it. */
template <class S> inline S after_product(cublasLtEpilogue_t after, S value) { return value; }
inline float after_product(cublasLtEpilogue_t after, float x)
{
    if (after & CUBLASLT_EPILOGUE_RELU)
        return x > 0 ? x : 0;
    if (after & CUBLASLT_EPILOGUE_GELU)
        return 0.5f * x * (1 + std::tanh(0.7978845608f * (x + 0.044715f * x * x * x)));
    return x;
}
}

/* D = after(alpha op(A) op(B) + beta C + bias). */
inline cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t product, const void *alpha, const void *all_a, cublasLtMatrixLayout_t of_a, const void *all_b, cublasLtMatrixLayout_t of_b, const void *beta, const void *all_c, cublasLtMatrixLayout_t of_c, void *all_d, cublasLtMatrixLayout_t of_d, const cublasLtMatmulAlgo_t *, void *, size_t, cudaStream_t)
{
    using namespace warploom;
    const int64_t rows = of_d->rows, columns = of_d->columns, inner = product->of_a == CUBLAS_OP_N ? of_a->columns : of_a->rows;
    const bool has_bias = product->after & CUBLASLT_EPILOGUE_BIAS;
    const bool is_turned[] = {product->of_a != CUBLAS_OP_N, product->of_b != CUBLAS_OP_N};
    const auto scale = [](const float *given) { return given ? (double)*given : 1.0; };
    const double of_product = scale(product->scale_a) * scale(product->scale_b);
    double largest = 0;
    const bool is_computed = computing(product->scale, [&](auto zero) {
        typedef decltype(zero) S;
        const S of_sum = factor<S>(alpha, product->scale), of_old = factor<S>(beta, product->scale);
        const auto under = [](cublasOperation_t op, number value) { return op == CUBLAS_OP_C ? std::conj(value) : value; };
        for (int batch = 0; batch < of_d->batches; batch++) {
            const Values a = of_a->values(all_a, batch), b = of_b->values(all_b, batch), c = of_c->values(all_c, batch), d = of_d->values(all_d, batch);
            const Values bias{(char *)product->bias + batch * product->bias_stride, product->bias_has_type ? product->bias_type : of_d->type};
            std::vector<S> row(inner);
            for (int64_t i = 0; i < rows; i++) {
                for (int64_t l = 0; l < inner; l++)
                    row[l] = as<S>(under(product->of_a, a[is_turned[0] ? of_a->at(l, i) : of_a->at(i, l)]));
                for (int64_t j = 0; j < columns; j++) {
                    S sum = S();
                    for (int64_t l = 0; l < inner; l++)
                        sum += row[l] * as<S>(under(product->of_b, b[is_turned[1] ? of_b->at(j, l) : of_b->at(l, j)]));
                    sum = of_sum * sum * as<S>(of_product);
                    if (!(of_old == S()))
                        sum += of_old * as<S>(c[of_c->at(i, j)] * scale(product->scale_c));
                    if (has_bias)
                        sum += as<S>(bias[i]);
                    const number found = wide<S>(after_product(product->after, sum));
                    largest = std::max(largest, std::abs(found));
                    d.set(of_d->at(i, j), found * scale(product->scale_d));
                }
            }
        }
    });
    if (is_computed && product->largest)
        *product->largest = (float)largest;
    return is_computed ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

#endif
