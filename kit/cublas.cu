// The time of cuBLAS for a square product in single precision, without the
// tensor cores' shorter formats: `./cublas N` prints milliseconds.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cublas_v2.h>

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 4096;
    const float one = 1, zero = 0;
    float *a, *b, *c;
    cublasHandle_t handle;
    cudaMalloc(&a, sizeof *a * n * n);
    cudaMalloc(&b, sizeof *b * n * n);
    if (cudaMalloc(&c, sizeof *c * n * n) != cudaSuccess || cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
        return 1;
    cudaMemset(a, 0, sizeof *a * n * n);
    cudaMemset(b, 0, sizeof *b * n * n);
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    std::vector<float> times;
    for (int round = 0; round < 30; round++) {
        cudaEventRecord(start);
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n);
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        float time = 0;
        cudaEventElapsedTime(&time, start, stop);
        if (round >= 5)
            times.push_back(time);
    }
    std::sort(times.begin(), times.end());
    printf("%.6f\n", times[times.size() / 2]);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
