//@ run: cpu
// A grid-stride loop with checked calls, events and the headers of C++.
#include <cstdio>
#include <cstdlib>
#include <cmath>

#define CHECK(call)                                                        \
    do {                                                                   \
        cudaError_t err = call;                                            \
        if (err != cudaSuccess) {                                          \
            fprintf(stderr, "CUDA error in %s at line %d: %s\n", __FILE__, \
                    __LINE__, cudaGetErrorString(err));                    \
            exit(EXIT_FAILURE);                                            \
        }                                                                  \
    } while (0)

__global__ void saxpy(int n, float a, const float *__restrict__ x, float *__restrict__ y)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = a * __ldg(&x[i]) + y[i];
}

int main(int argc, char *argv[])
{
    const int N = 1 << 14;
    const size_t bytes = N * sizeof(float);
    float *x, *y, *d_x = nullptr, *d_y = nullptr;
    x = (float *)malloc(bytes);
    y = (float *)malloc(bytes);
    CHECK(cudaMalloc(&d_x, bytes));
    CHECK(cudaMalloc(&d_y, N * sizeof(float)));
    for (int i = 0; i < N; i++) {
        x[i] = 1.0f;
        y[i] = 2.0f;
    }
    CHECK(cudaMemcpy(d_x, x, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_y, y, bytes, cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    saxpy<<<(N + 255) / 256, 256>>>(N, 2.0f, d_x, d_y);
    CHECK(cudaGetLastError());
    cudaEventRecord(stop);
    CHECK(cudaMemcpy(y, d_y, bytes, cudaMemcpyDeviceToHost));
    cudaEventSynchronize(stop);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, start, stop);
    float maxError = 0.0f;
    for (int i = 0; i < N; i++)
        maxError = max(maxError, fabsf(y[i] - 4.0f));
    printf("Max error: %f\n", maxError);
    bool fast = milliseconds >= 0.0f;
    printf("timed: %d\n", fast);
    cudaFree(d_x);
    cudaFree(d_y);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    free(x);
    free(y);
}
