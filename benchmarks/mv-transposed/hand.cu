// A thread has four neighbouring columns and a strip of the rows; the strips are
// added by atomic operations.
extern "C" {
#include "mv-transposed.h"
}
#include "../hand.h"

constexpr int THREADS = 128, STRIP = 64;

__global__ void __launch_bounds__(THREADS)
columns(const float4 *__restrict__ a, const float *__restrict__ x, float *__restrict__ y)
{
    const int j = blockIdx.x * THREADS + threadIdx.x, first = blockIdx.y * STRIP;
    if (j >= N / 4)
        return;
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 16
    for (int i = first; i < first + STRIP; i++) {
        const float4 four = a[(size_t)i * (N / 4) + j];
        const float by = x[i];
        sum.x += four.x * by;
        sum.y += four.y * by;
        sum.z += four.z * by;
        sum.w += four.w * by;
    }
    atomicAdd(&y[4 * j], sum.x);
    atomicAdd(&y[4 * j + 1], sum.y);
    atomicAdd(&y[4 * j + 2], sum.z);
    atomicAdd(&y[4 * j + 3], sum.w);
}

extern "C" void multiply(const float a[N][N], const float x[N], float y[N])
{
    static_assert(N % STRIP == 0 && N % 4 == 0, "whole strips of four columns");
    Device<float4> matrix(a, (size_t)N * (N / 4));
    Device<float> vector(x, N), product(N);
    product.clear();
    columns<<<dim3((N / 4 + THREADS - 1) / THREADS, N / STRIP), THREADS>>>(matrix, vector, product);
    product.copy_to(y);
}
