//@ run: processor
// Sparse matrices by cuSPARSE: products with vectors and matrices, changes of format, triangles, sums of products.
#include <cusparse.h>
#include <cstdio>
#include <vector>

template <class T> static T *on_device(const std::vector<T> &from)
{
    T *to;
    cudaMalloc(&to, from.size() * sizeof(T) + 8);
    cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
    return to;
}
template <class T> static void show(const char *name, const T *from, size_t n)
{
    std::vector<T> values(n);
    cudaMemcpy(values.data(), from, n * sizeof(T), cudaMemcpyDeviceToHost);
    printf("%s", name);
    for (T value : values)
        printf(" %g", (double)value);
    printf("\n");
}

int main()
{
    // 4 0 1
    // 2 5 0
    // 0 3 8
    int *offsets = on_device<int>({0, 2, 4, 6}), *columns = on_device<int>({0, 2, 0, 1, 1, 2});
    float *values = on_device<float>({4, 1, 2, 5, 3, 8}), *x = on_device<float>({1, 2, 3}), *y = on_device<float>({10, 20, 30});
    float alpha = 2, beta = 1, zero = 0, one = 1;
    cusparseHandle_t handle;
    cusparseCreate(&handle);
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t of_x, of_y;
    cusparseCreateCsr(&a, 3, 3, 6, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseCreateDnVec(&of_x, 3, x, CUDA_R_32F);
    cusparseCreateDnVec(&of_y, 3, y, CUDA_R_32F);
    size_t size = 0;
    void *buffer;
    const cusparseOperation_t as_is = CUSPARSE_OPERATION_NON_TRANSPOSE, turned = CUSPARSE_OPERATION_TRANSPOSE;
    cusparseSpMV_bufferSize(handle, as_is, &alpha, a, of_x, &beta, of_y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &size);
    cudaMalloc(&buffer, 1 << 16);
    cusparseSpMV(handle, as_is, &alpha, a, of_x, &beta, of_y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer);
    show("2 A x + y", y, 3);
    cusparseSpMV(handle, turned, &one, a, of_x, &zero, of_y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer);
    show("A' x", y, 3);

    cusparseFillMode_t lower = CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t given = CUSPARSE_DIAG_TYPE_NON_UNIT;
    cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &lower, sizeof lower);
    cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_DIAG_TYPE, &given, sizeof given);
    for (cusparseOperation_t op : {as_is, turned}) {
        cusparseSpSVDescr_t system;
        cusparseSpSV_createDescr(&system);
        cusparseSpSV_bufferSize(handle, op, &one, a, of_x, of_y, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, system, &size);
        cusparseSpSV_analysis(handle, op, &one, a, of_x, of_y, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, system, buffer);
        cusparseSpSV_solve(handle, op, &one, a, of_x, of_y, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, system);
        cusparseSpSV_destroyDescr(system);
        show("the lower triangle solves", y, 3);
    }

    // As a triangle it is for systems only.
    cusparseDestroySpMat(a);
    cusparseCreateCsr(&a, 3, 3, 6, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    float *b = on_device<float>({1, 2, 3, 4, 5, 6}), *c = on_device<float>(std::vector<float>(6, 1.0f));
    cusparseDnMatDescr_t of_b, of_c;
    cusparseCreateDnMat(&of_b, 3, 2, 2, b, CUDA_R_32F, CUSPARSE_ORDER_ROW);
    cusparseCreateDnMat(&of_c, 3, 2, 2, c, CUDA_R_32F, CUSPARSE_ORDER_ROW);
    cusparseSpMM(handle, as_is, as_is, &one, a, of_b, &beta, of_c, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, buffer);
    show("A B + 1", c, 6);
    cusparseSDDMM(handle, as_is, turned, &one, of_b, of_b, &zero, a, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, buffer);
    show("B B' where A is", values, 6);

    // A dense matrix becomes one by rows, is multiplied with itself, and becomes dense again.
    float *dense = on_device<float>({0, 7, 0, 0, 0, 9, 1, 0, 0});
    cusparseDnMatDescr_t of_dense;
    cusparseSpMatDescr_t s, square;
    int *of_s = on_device(std::vector<int>(4)), *of_square = on_device(std::vector<int>(4));
    int64_t rows, row_length, nnz;
    cusparseCreateDnMat(&of_dense, 3, 3, 3, dense, CUDA_R_32F, CUSPARSE_ORDER_ROW);
    cusparseCreateCsr(&s, 3, 3, 0, of_s, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseDenseToSparse_bufferSize(handle, of_dense, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size);
    cusparseDenseToSparse_analysis(handle, of_dense, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer);
    cusparseSpMatGetSize(s, &rows, &row_length, &nnz);
    int *s_columns = on_device(std::vector<int>(nnz));
    float *s_values = on_device(std::vector<float>(nnz));
    cusparseCsrSetPointers(s, of_s, s_columns, s_values);
    cusparseDenseToSparse_convert(handle, of_dense, s, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer);
    show("rows begin at", of_s, 4);
    show("columns", s_columns, nnz);
    show("values", s_values, nnz);
    cusparseCreateCsr(&square, 3, 3, 0, of_square, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseSpGEMMDescr_t product;
    cusparseSpGEMM_createDescr(&product);
    const cusparseSpGEMMAlg_t usual = CUSPARSE_SPGEMM_DEFAULT;
    void *work, *other;
    size_t work_size = 0, other_size = 0;
    cusparseSpGEMM_workEstimation(handle, as_is, as_is, &one, s, s, &zero, square, CUDA_R_32F, usual, product, &work_size, NULL);
    cudaMalloc(&work, work_size);
    cusparseSpGEMM_workEstimation(handle, as_is, as_is, &one, s, s, &zero, square, CUDA_R_32F, usual, product, &work_size, work);
    cusparseSpGEMM_compute(handle, as_is, as_is, &one, s, s, &zero, square, CUDA_R_32F, usual, product, &other_size, NULL);
    cudaMalloc(&other, other_size);
    cusparseSpGEMM_compute(handle, as_is, as_is, &one, s, s, &zero, square, CUDA_R_32F, usual, product, &other_size, other);
    cusparseSpMatGetSize(square, &rows, &row_length, &nnz);
    int *square_columns = on_device(std::vector<int>(nnz));
    float *square_values = on_device(std::vector<float>(nnz));
    cusparseCsrSetPointers(square, of_square, square_columns, square_values);
    cusparseSpGEMM_copy(handle, as_is, as_is, &one, s, s, &zero, square, CUDA_R_32F, usual, product);
    cusparseSparseToDense(handle, square, of_dense, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer);
    show("the square", dense, 9);
    cusparseSpGEMM_destroyDescr(product);
    return cusparseDestroy(handle);
}
