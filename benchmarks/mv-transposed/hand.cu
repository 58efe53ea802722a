// A thread has a column and a strip of the rows, sixteen loads of it at a time; the strips are
// added by atomic operations. (Four columns to a thread are slower.)
extern "C" {
#include "mv-transposed.h"
}
#include "../hand.h"

constexpr int THREADS = 128, STRIP = 64;

__global__ void __launch_bounds__(THREADS)
columns(const float *__restrict__ a, const float *__restrict__ x, float *__restrict__ y)
{
    const int j = blockIdx.x * THREADS + threadIdx.x, first = blockIdx.y * STRIP;
    float sum = 0;
#pragma unroll 16
    for (int i = first; i < first + STRIP; i++)
        sum += a[(size_t)i * N + j] * x[i];
    atomicAdd(&y[j], sum);
}

extern "C" void multiply(const float a[N][N], const float x[N], float y[N])
{
    static_assert(N % STRIP == 0 && N % THREADS == 0, "whole strips and blocks");
    Device<float> matrix(a, (size_t)N * N);
    Device<float> vector(x, N), product(N);
    product.clear();
    columns<<<dim3(N / THREADS, N / STRIP), THREADS>>>(matrix, vector, product);
    product.copy_to(y);
}
