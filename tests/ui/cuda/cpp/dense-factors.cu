//@ run: processor
// LU in batches, Cholesky and LU by cuSOLVER, and a product with bias and activation by cuBLASLt.
#include <cublasLt.h>
#include <cusolverDn.h>
#include <cstdio>

static void show(const char *name, const double *a, int n)
{
    printf("%s", name);
    for (int i = 0; i < n; i++)
        printf(" %.4g", a[i] > -1e-12 && a[i] < 1e-12 ? 0 : a[i]);
    printf("\n");
}

int main()
{
    // By columns: 2 1 1 / 4 3 3 / 8 7 9.
    const double matrix[9] = {2, 4, 8, 1, 3, 7, 1, 3, 9}, right[3] = {4, 10, 24}, even[4] = {4, 2, 2, 10};
    double *a, *b, *c, **batch, **inverse;
    int *pivots, *info;
    cudaMallocManaged(&a, sizeof matrix);
    cudaMallocManaged(&b, sizeof matrix);
    cudaMallocManaged(&c, sizeof matrix);
    cudaMallocManaged(&pivots, 3 * sizeof(int));
    cudaMallocManaged(&info, sizeof(int));
    cudaMallocManaged(&batch, sizeof *batch);
    cudaMallocManaged(&inverse, sizeof *inverse);
    cudaMemcpy(a, matrix, sizeof matrix, cudaMemcpyDefault);
    *batch = a;
    *inverse = c;
    cublasHandle_t blas;
    cublasCreate(&blas);
    cublasDgetrfBatched(blas, 3, batch, 3, pivots, info, 1);
    cublasDgetriBatched(blas, 3, batch, 3, pivots, inverse, 3, info, 1);
    cudaDeviceSynchronize();
    show("LU", a, 9);
    show("inverse", c, 9);
    printf("pivots %d %d %d, info %d\n", pivots[0], pivots[1], pivots[2], *info);

    cusolverDnHandle_t solver;
    cusolverDnCreate(&solver);
    int size = 0;
    double *work;
    cudaMemcpy(a, matrix, sizeof matrix, cudaMemcpyDefault);
    cudaMemcpy(b, right, sizeof right, cudaMemcpyDefault);
    cusolverDnDgetrf_bufferSize(solver, 3, 3, a, 3, &size);
    cudaMalloc(&work, size * sizeof(double));
    cusolverDnDgetrf(solver, 3, 3, a, 3, work, pivots, info);
    cusolverDnDgetrs(solver, CUBLAS_OP_T, 3, 1, a, 3, pivots, b, 3, info);
    cudaDeviceSynchronize();
    show("A' x = b", b, 3);
    cudaMemcpy(a, even, sizeof even, cudaMemcpyDefault);
    cudaMemcpy(b, right, sizeof right, cudaMemcpyDefault);
    cusolverDnDpotrf_bufferSize(solver, CUBLAS_FILL_MODE_LOWER, 2, a, 2, &size);
    cusolverDnDpotrf(solver, CUBLAS_FILL_MODE_LOWER, 2, a, 2, work, size, info);
    cusolverDnDpotrs(solver, CUBLAS_FILL_MODE_LOWER, 2, 1, a, 2, b, 2, info);
    cudaDeviceSynchronize();
    show("Cholesky", b, 2);
    cusolverDnDestroy(solver);
    cublasDestroy(blas);

    // D = relu(A' B + bias), by columns.
    float *x, *y, *z, *bias, alpha = 1, beta = 0;
    cudaMallocManaged(&x, 24);
    cudaMallocManaged(&y, 24);
    cudaMallocManaged(&z, 16);
    cudaMallocManaged(&bias, 8);
    for (int i = 0; i < 6; i++) {
        x[i] = (float)(i + 1);
        y[i] = (float)(i % 2 ? i : -i);
    }
    bias[0] = 1;
    bias[1] = -20;
    cublasLtHandle_t handle;
    cublasLtMatmulDesc_t product;
    cublasLtMatrixLayout_t of_x, of_y, of_z;
    cublasOperation_t turned = CUBLAS_OP_T;
    cublasLtEpilogue_t after = CUBLASLT_EPILOGUE_RELU_BIAS;
    cublasLtCreate(&handle);
    cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_TRANSA, &turned, sizeof turned);
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &after, sizeof after);
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias);
    cublasLtMatrixLayoutCreate(&of_x, CUDA_R_32F, 3, 2, 3);
    cublasLtMatrixLayoutCreate(&of_y, CUDA_R_32F, 3, 2, 3);
    cublasLtMatrixLayoutCreate(&of_z, CUDA_R_32F, 2, 2, 2);
    int status = cublasLtMatmul(handle, product, &alpha, x, of_x, y, of_y, &beta, z, of_z, z, of_z, NULL, NULL, 0, 0);
    cudaDeviceSynchronize();
    printf("layer %g %g %g %g, status %d\n", z[0], z[1], z[2], z[3], status);
    cublasLtMatrixLayoutDestroy(of_x);
    cublasLtMatmulDescDestroy(product);
    return cublasLtDestroy(handle);
}
