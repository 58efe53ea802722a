//@ run: processor
// Products of matrices by cuBLAS: columns first, transposed, in batches, in half; complex numbers.
#include <cublas_v2.h>
#include <cuComplex.h>
#include <cuda_fp16.h>
#include <iostream>
#include <vector>

int main()
{
    const int m = 2, n = 3, k = 4;
    float *a, *b, *c, alpha = 2, beta = 1;
    cudaMallocManaged(&a, m * k * sizeof(float));
    cudaMallocManaged(&b, k * n * sizeof(float));
    cudaMallocManaged(&c, m * n * sizeof(float));
    for (int i = 0; i < m * k; i++)
        a[i] = (float)i;
    for (int i = 0; i < k * n; i++)
        b[i] = (float)(i % 5);
    for (int i = 0; i < m * n; i++)
        c[i] = 100;
    cublasHandle_t handle;
    cublasCreate(&handle);
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, a, m, b, k, &beta, c, m);
    cudaDeviceSynchronize();
    for (int i = 0; i < m * n; i++)
        std::cout << c[i] << " ";
    beta = 0;
    cublasSgemm(handle, CUBLAS_OP_T, CUBLAS_OP_T, m, n, k, &alpha, a, k, b, n, &beta, c, m);
    cudaDeviceSynchronize();
    for (int i = 0; i < m * n; i++)
        std::cout << c[i] << " ";
    float dot, norm;
    int largest;
    cublasSdot(handle, 4, a, 1, a, 2, &dot);
    cublasSnrm2(handle, 2, a + 3, 1, &norm);
    cublasIsamax(handle, 5, b, 1, &largest);
    cublasSgemv(handle, CUBLAS_OP_N, m, k, &alpha, a, m, b, 1, &beta, c, 1);
    cudaDeviceSynchronize();
    std::cout << "\n" << dot << " " << norm << " " << largest << " " << c[0] << " " << c[1] << "\n";

    __half *x, *y, one = 1.0f, zero = 0.0f;
    cudaMallocManaged(&x, 16);
    cudaMallocManaged(&y, 16);
    for (int i = 0; i < 8; i++)
        x[i] = (float)(i + 1);
    cublasHgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, &one, x, 2, 4, x, 2, 4, &zero, y, 2, 4, 2);
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++)
        std::cout << (float)y[i] << " ";
    alpha = 1;
    cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &alpha, x, CUDA_R_16F, 2, x, CUDA_R_16F, 2, &beta, c, CUDA_R_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    cudaDeviceSynchronize();
    cuComplex quotient = cuCdivf(make_cuComplex(1, 2), make_cuComplex(0, 1));
    std::cout << c[3] << " " << cuCrealf(quotient) << " " << cuCimagf(quotient) << "\n";
    return cublasDestroy(handle);
}
