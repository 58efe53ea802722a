// A warp per row, 16 bytes at a time.
extern "C" {
#include "mv.h"
}
#include "../hand.h"

constexpr int WARPS = 8;

__global__ void __launch_bounds__(WARPS * 32)
rows(const float4 *__restrict__ a, const float4 *__restrict__ x, float *__restrict__ y)
{
    const int i = blockIdx.x * WARPS + threadIdx.y;
    const float4 *row = a + (size_t)i * (N / 4);
    float sum = 0;
#pragma unroll 4
    for (int j = threadIdx.x; j < N / 4; j += 32) {
        const float4 four = row[j], by = x[j];
        sum += four.x * by.x + four.y * by.y + four.z * by.z + four.w * by.w;
    }
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x == 0)
        y[i] = sum;
}

extern "C" void multiply(const float a[N][N], const float x[N], float y[N])
{
    static_assert(N % 128 == 0, "whole warps of four");
    Device<float4> matrix(a, (size_t)N * (N / 4)), vector(x, N / 4);
    Device<float> product(N);
    rows<<<N / WARPS, dim3(32, WARPS)>>>(matrix, vector, product);
    product.copy_to(y);
}
